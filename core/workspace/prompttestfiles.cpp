#include "core/workspace/prompttestfiles.h"

#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct TestFilesText
{
    Q_DECLARE_TR_FUNCTIONS(PromptTestFiles)
};

} // namespace

Result<TrashItem> deletePromptTest(LibraryStore &store, const QString &folder)
{
    if (!QFileInfo(folder).isDir())
        return std::unexpected(Error{.what = TestFilesText::tr("the test is gone"), .file = folder});
    return moveToTrash(store.layout(), {.id = {},
                                        .kind = u"prompt test"_s,
                                        .title = QDir(folder).dirName(),
                                        .paths = {QDir(store.layout().root()).relativeFilePath(folder)},
                                        .note = {},
                                        .deleted = {}});
}

Result<QString> renamePromptTest(const QString &folder, const QString &name)
{
    const QString fit = safeFileName(name.trimmed(), {});
    if (fit.isEmpty())
        return std::unexpected(Error{.what = TestFilesText::tr("a test needs a name"), .file = folder});
    const QString to = QFileInfo(folder).path() + u'/' + fit;
    if (to == folder)
        return to;
    if (QFileInfo::exists(to) && to.compare(folder, Qt::CaseInsensitive) != 0)
        return std::unexpected(
            Error{.what = TestFilesText::tr("there is a test called “%1” already").arg(fit), .file = to});
    if (!QDir().rename(folder, to))
        return std::unexpected(
            Error{.what = TestFilesText::tr("the folder cannot be renamed"), .file = folder});
    return to;
}

} // namespace snug
