// What a backup has that the library has no more, and putting it back. Blocking; for the disk thread.
#pragma once

#include "core/whatwas/backup.h"

#include <chrono>

namespace snug {

class LibraryStore;

// A file of a backup that is not as it was then.
struct BackupDifference
{
    enum class Since : quint8 { Changed, Removed };

    BackedUpFile file;
    Since since = Since::Removed;
    bool operator==(const BackupDifference &) const = default;
};

// Compares a backup with the library, a little at a time: files whose stamp differs are read. What Snug
// writes by itself (connections, what was open, requests) counts only where it is gone, and what was typed or
// drafted then not at all: it has been sent or saved since.
class BackupComparison
{
public:
    BackupComparison(const LibraryLayout &layout, const Backup &backup);

    // For about this long, a file at least; true when all is compared.
    bool goOn(std::chrono::milliseconds budget);
    // By path.
    const QList<BackupDifference> &differences() const { return m_differences; }

private:
    void compare(const BackedUpFile &file);

    LibraryLayout m_layout;
    Backup m_backup;
    qsizetype m_next = 0;
    QList<BackupDifference> m_differences;
};

// The file's bytes as they were; fails where it was larger than `limit`, or a piece is missing or damaged.
Result<QByteArray> readBackedUp(const LibraryLayout &layout, const BackedUpFile &file, qint64 limit);

// Over what is there. Fails, and leaves the present file, where a piece is missing or damaged.
Result<void> restoreBackedUp(LibraryStore &store, const BackedUpFile &file);

// Into a folder that is none of the library's: the same path below it. Fails where there is a file already.
Result<void> copyBackedUp(const LibraryLayout &layout, const BackedUpFile &file, const QString &folder);

} // namespace snug
