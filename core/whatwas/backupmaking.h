// Making a backup, a little at a time, so that what is saved meanwhile need not wait. Blocking; for the disk
// thread.
#pragma once

#include "core/whatwas/backup.h"

#include <QHash>

#include <chrono>
#include <optional>

namespace snug {

class BackupMaking
{
public:
    // `last` is the newest backup: files that are as they were then are not read again.
    BackupMaking(const LibraryLayout &layout, const std::optional<Backup> &last, Backup::Reason reason,
                 const QDateTime &now);

    struct Progress
    {
        bool isDone = false;
        qint64 bytes = 0; // that are kept so far, and of all
        qint64 allBytes = 0;
    };
    // For about this long, a file at least. Fails when the backup cannot be written; what was kept so far
    // serves the next try.
    Result<Progress> goOn(std::chrono::milliseconds budget);

    // When it is done: nothing if all is as in the last backup.
    std::optional<Backup> made() const;

private:
    void walk();
    Result<void> read(const QString &path);
    const BackedUpFile *lastOf(const QString &path) const;

    LibraryLayout m_layout;
    std::optional<Backup> m_last;
    QHash<QString, qsizetype> m_lastByPath;
    Backup m_backup;
    bool m_isListed = false;
    QStringList m_waiting; // relative paths, the next one last
    Progress m_progress;
};

// The pieces that the file consists of now, without keeping them, unless `keep`. Fails on a file that cannot
// be read or does not stop being written.
Result<BackedUpFile> piecesOfFile(const LibraryLayout &layout, const QString &path, bool keep);

} // namespace snug
