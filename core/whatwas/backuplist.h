// The lists of backups on the disk, and which of them are kept. Blocking; for the disk thread.
#pragma once

#include "core/library/librarylayout.h"
#include "core/result.h"
#include "core/whatwas/backup.h"

namespace snug {

// The list's text; reading it refuses paths that lead out of the library, and what is no list.
QByteArray writeBackupList(const Backup &backup);
Result<Backup> readBackupList(const QByteArray &bytes);

// One that is there. Its id is the list's file name without ".json".
struct BackupPlace
{
    QString id;
    QDateTime made;
    bool operator==(const BackupPlace &) const = default;
};

// Newest first.
QList<BackupPlace> listBackups(const LibraryLayout &layout);
Result<Backup> loadBackup(const LibraryLayout &layout, const QString &id);
// Durable when it returns; the pieces have to be there.
Result<BackupPlace> storeBackup(const LibraryLayout &layout, const Backup &backup);

// The ids that stay: all of the last seven days; before that the newest of each week for two months and the
// newest of each month for a year; and the newest of all in any case. Days, weeks and months are the user's.
QSet<QString> keptBackups(const QList<BackupPlace> &backups, const QDateTime &now);

// Removes what is not kept, with the pieces that no other backup needs. Where a list cannot be read, no piece
// is removed: it may need any.
Result<void> thinOutBackups(const LibraryLayout &layout, const QDateTime &now);

} // namespace snug
