#include "app/commands/windowarguments.h"

#include "core/ledger/sharedprompt.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace snug {

struct WindowArgumentsText
{
    Q_DECLARE_TR_FUNCTIONS(WindowArguments)
};

Result<WindowArguments> windowArguments(const QStringList &arguments, const QString &current)
{
    WindowArguments read;
    for (const QString &argument : arguments) {
        const QFileInfo info(QDir(current).absoluteFilePath(argument));
        if (!info.exists())
            return failure(WindowArgumentsText::tr("there is no such file or folder"), argument);
        if (!info.isDir())
            (isSharedPromptFile(info.absoluteFilePath()) ? read.sharedPrompts : read.files)
                .append(info.absoluteFilePath());
        else if (read.folder.isEmpty())
            read.folder = QDir::cleanPath(info.absoluteFilePath());
        else
            return failure(WindowArgumentsText::tr("only one folder can be opened"), argument);
    }
    return read;
}

} // namespace snug
