#include "core/library/librarylock.h"

#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSysInfo>

namespace snug {

namespace {

Error heldError(const QLockFile &file, const QString &root)
{
    qint64 process = 0;
    QString host;
    QString program;
    QString what = QCoreApplication::translate("Library", "is already open in another Snug");
    QString hint = QCoreApplication::translate("Library", "Go to the other window, or close it and retry.");
    if (file.getLockInfo(&process, &host, &program)) {
        if (host.isEmpty() || host == QSysInfo::machineHostName()) {
            what = QCoreApplication::translate("Library", "is already open in another Snug (process %1)")
                       .arg(process);
        } else {
            what = QCoreApplication::translate("Library", "is already open in Snug on %1 (process %2)")
                       .arg(host)
                       .arg(process);
            hint = QCoreApplication::translate(
                       "Library", "Close it there. If nothing runs there any more, delete %1 and retry.")
                       .arg(file.fileName());
        }
    }
    return Error{what, root, {}, hint};
}

} // namespace

LibraryLock::LibraryLock(std::unique_ptr<QLockFile> file)
    : m_file(std::move(file))
{
}

LibraryLock::LibraryLock(LibraryLock &&) noexcept = default;
LibraryLock &LibraryLock::operator=(LibraryLock &&) noexcept = default;
LibraryLock::~LibraryLock() = default;

Result<LibraryLock> LibraryLock::acquire(const LibraryLayout &layout)
{
    const QString cannotWrite = QCoreApplication::translate("Library", "cannot be written");
    const QString hint =
        QCoreApplication::translate("Library", "Allow writing to the folder, or open a copy of it.");
    if (const auto folder = makeFolder(layout.snugFolder()); !folder) {
        if (QFileInfo(layout.snugFolder()).isSymLink())
            return std::unexpected(folder.error());
        return failure(cannotWrite, {}, layout.root(), hint);
    }
    // The one that holds a lock is read from the file; whatever else lies there would be waited for.
    const QFileInfo present(layout.lockFile());
    if (present.isSymLink() || (present.exists() && !present.isFile()))
        return failure(QCoreApplication::translate("Library", "is not a file that Snug has made"), {},
                       layout.lockFile(), QCoreApplication::translate("Library", "Delete it, then retry."));

    auto file = std::make_unique<QLockFile>(layout.lockFile());
    // A long pause is no reason to take a lock away: only the death of its process is.
    file->setStaleLockTime(0);
    if (file->tryLock(0)) {
        QFile::setPermissions(layout.lockFile(), QFile::ReadOwner | QFile::WriteOwner);
        return LibraryLock(std::move(file));
    }
    if (file->error() == QLockFile::LockFailedError)
        return std::unexpected(heldError(*file, layout.root()));
    return failure(cannotWrite, {}, layout.root(), hint);
}

} // namespace snug
