// The one way to the files of a library: regular files inside its bounds, opened without ever waiting for
// somebody at the other end. The paths may also be outside of any library; then links are followed.
#pragma once

#include "core/library/fileversion.h"
#include "core/library/librarybounds.h"
#include "core/result.h"

#include <QByteArray>
#include <QString>

#include <sys/stat.h>

namespace snug {

// What is read of a file at most.
inline constexpr qint64 DocumentFileLimit = qint64(64) << 20; // JSON
inline constexpr qint64 ArchiveFileLimit = qint64(512)
                                           << 20;          // pictures, archives, and what Snug alone writes
inline constexpr qint64 ChatFileLimit = qint64(256) << 20; // 700,000 messages

struct OpenedFile
{
    FileHandle handle;
    struct stat status = {};

    qint64 size() const { return status.st_size; }
    FileStamp stamp() const;
    // Up to `length` bytes from `position` on; fewer at the end.
    Result<QByteArray> read(qint64 position, qint64 length) const;
    QString path; // for errors
};

// Refuses folders, pipes, devices, and what is larger than the limit.
Result<OpenedFile> openForReading(const QString &path, qint64 sizeLimit);
// To read, append and cut. Files that are the user's alone lose others' permissions.
Result<OpenedFile> openForChanging(const QString &path);

// The folder, made if need be, as a descriptor to work in.
Result<FileHandle> makeFolder(const QString &path);
// Nothing where there is no folder.
Result<FileHandle> openFolder(const QString &path);
// Why what is in the folder is not shown; nothing where it is one, or where there is none.
Result<void> checkFolder(const QString &path);

// Files and folders alike. An existing target is never replaced. A link is moved as a link. To another disk
// only files can go.
Result<void> movePath(const QString &from, const QString &to);
// A file or link that is not there is no failure.
Result<void> removeFile(const QString &path);
// With all that is in it; links are not followed.
Result<void> removeFolder(const QString &path);

// Chats and all that is Snug's own: nobody but the user reads them. Who set the setgid bit of a folder of
// chats gave them to a group.
bool isPrivate(const QString &path);

// Where the link at `path` leads in the end; refused where that is out of the library.
Result<QString> targetOfLink(const QString &path);

// "it is a folder, not a file"
QString whatItIs(mode_t mode);

// renameat(2) that fails with EEXIST where there is something of that name.
bool renameWithoutReplacing(int from, const QByteArray &oldName, int to, const QByteArray &newName);

} // namespace snug
