// Which state of a file somebody has read: what tells later whether another program changed it.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <sys/stat.h>

namespace snug {

// What the file system says; equal stamps are taken as equal bytes.
struct FileStamp
{
    qint64 size = -1;    // bytes; -1 = there is no file
    qint64 modified = 0; // nanoseconds since 1970
    quint64 node = 0;    // changes when a file is replaced by another
    // As `modified`, but permissions and names count too. Is no part of what is compared: equal bytes are the
    // same.
    qint64 changed = 0;
    bool exists() const { return size >= 0; }
    bool operator==(const FileStamp &other) const
    {
        return size == other.size && modified == other.modified && node == other.node;
    }
};

FileStamp stampOf(const QString &path);
FileStamp stampFrom(const struct stat &status);

// A checksum that can be continued when a file grows (FNV-1a, 64 bits). Against accidents, not
// against attackers.
inline constexpr quint64 EmptyChecksum = 0xcbf29ce484222325;
quint64 continueChecksum(quint64 checksum, QByteArrayView bytes);

// A default one means "there is no such file".
struct FileVersion
{
    FileStamp stamp;
    quint64 checksum = EmptyChecksum;
    bool exists() const { return stamp.exists(); }
    bool operator==(const FileVersion &) const = default;
};

// Something read from a file, and the state of the file it was read from. Saving hands the version
// back, so that a file that has changed in the meantime is not overwritten.
template <typename T> struct Loaded
{
    T value;
    FileVersion version;
};

// The whole of a regular file, see fileaccess.h; that is also where the limits are. Over `sizeLimit` bytes it
// is refused. Never waits for anybody.
Result<Loaded<QByteArray>> readVersioned(const QString &path, qint64 sizeLimit = qint64(64) << 20);

// What a save did: `version` is what the file is now. If another program had changed the file,
// nothing was written and `conflict` is the state that is there; saving again with that as the base
// overwrites it knowingly.
struct SaveOutcome
{
    FileVersion version;
    std::optional<FileVersion> conflict;
};
using SaveResult = Result<SaveOutcome>;

} // namespace snug
