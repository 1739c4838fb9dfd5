// A backup: what the whole library was at a moment. A list of files says which pieces each consists of; the
// pieces lie packed beside the lists, each once, named by what is in it. So a backup costs what has changed
// since the last one, of a chat only the lines around what was added or edited.
//
//     snug/backups/20261123T140000000Z.json     the list
//     snug/backups/pieces/3f/3fa9…              a piece (backuppieces.h)
#pragma once

#include "core/library/fileversion.h"
#include "core/library/librarylayout.h"

#include <QDateTime>
#include <QList>
#include <QStringList>

namespace snug {

struct BackedUpFile
{
    QString path;       // relative to the library's root
    FileStamp stamp;    // of the file when it was read
    QStringList pieces; // in order; none for an empty file
    bool operator==(const BackedUpFile &) const = default;
};

struct Backup
{
    // Why it was made: it is due once a day, or somebody was about to put an earlier one back.
    enum class Reason : quint8 { Daily, BeforeRestoring };

    QDateTime made;
    Reason reason = Reason::Daily;
    QList<BackedUpFile> files; // by path
    QStringList unread; // paths of files that could not be read; what the last backup had of them stands
    bool operator==(const Backup &) const = default;
};

// "snug/backups"
QString backupFolder(const LibraryLayout &layout);

// Which files of a library are in its backups: all but the lock, what is made again by itself, what is being
// written, and the other places of former things (trash, versions, backups).
bool isBackedUp(QStringView path);

// A path that leads nowhere but into the library, and to a file that backups may hold.
bool isBackupPath(const QString &path);

} // namespace snug
