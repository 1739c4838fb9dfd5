// Replacing a whole file so that at every moment either the old or the new bytes are there.
#pragma once

#include "core/library/fileversion.h"
#include "core/result.h"

#include <QByteArray>
#include <QString>

namespace snug {

// Writes to a new file beside `path`, waits for the disk, then renames over `path`. On any failure
// the old file stays as it was. A symbolic link stays one and its target is replaced, unless it leads out of
// the library; another name of the same file (a hard link) keeps the old bytes. Folders that are missing are
// made.
//
// Keeps the old file's permissions and access list; a new file gets what the umask leaves. What is the user's
// alone (isPrivate()) is for nobody else, unless its folder was given to a group with the setgid bit.
Result<void> writeFileDurably(const QString &path, const QByteArray &bytes);

// As writeFileDurably(), if the file is still in that state when its turn comes. False: another program was
// quicker, and nothing has been written.
Result<bool> replaceFileDurably(const QString &path, const QByteArray &bytes, const FileStamp &expected);

// As writeFileDurably(), but refuses when there is something at `path` already, whoever puts it there and
// whenever: the name is claimed by the file system itself.
Result<void> writeNewFileDurably(const QString &path, const QByteArray &bytes);

} // namespace snug
