#include "app/chat/loadnotices.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/desktop.h"
#include "core/library/library.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

LoadNotices::LoadNotices(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::fileRead, this, &LoadNotices::show);
    connect(&app.chat, &ChatController::leaving, this,
            [this] { m_app.chatPane.notices()->dismiss(noticeId()); });
}

QString LoadNotices::noticeId()
{
    return u"unreadableLines"_s;
}

void LoadNotices::show(const LoadedChat &chat)
{
    if (chat.warnings.isEmpty() && chat.tornBytesFile.isEmpty())
        return;
    const QString file = chatPath(m_app.library.layout(), *m_app.chat.reference());
    const QString name = QFileInfo(file).fileName();
    QStringList sentences;
    if (!chat.tornBytesFile.isEmpty())
        //: %1 and %2 are files
        sentences.append(
            tr("The end of %1 was cut off in the middle of a line; what was left of it is kept in "
               "%2.")
                .arg(name, QFileInfo(chat.tornBytesFile).fileName()));
    const int lines = int(chat.warnings.size());
    if (lines > 0 && chat.chat.messages.isEmpty())
        //: %1 is a file
        sentences.append(tr("Nothing in %1 can be read as a chat: it is damaged, or not a chat at all. The "
                            "file is left as it is.")
                             .arg(name));
    else if (lines > 0)
        //: %1 is a file, %2 says which line and why
        sentences.append(tr("%n line(s) of %1 cannot be read and are not shown; they stay in the file. (%2)",
                            nullptr, lines)
                             .arg(name, chat.warnings.first().inFile({}).line()));
    m_app.chatPane.notices()->post(
        noticeId(), {Notice::Kind::Problem, sentences.join(u' '), {{tr("Show in Folder"), [file] {
                                                                        showFolder(QFileInfo(file).path());
                                                                    }}}});
}

} // namespace snug
