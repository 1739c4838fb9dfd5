#include "core/whatwas/backuprestore.h"

#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"
#include "core/whatwas/backupmaking.h"
#include "core/whatwas/backuppieces.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool startsWithAny(QStringView path, std::initializer_list<QLatin1StringView> folders)
{
    return std::ranges::any_of(folders, [&](QLatin1StringView folder) { return path.startsWith(folder); });
}

// Files that nobody but Snug writes, and not for the user.
bool isOwnRecord(QStringView path)
{
    return path.startsWith("snug/"_L1) &&
           !startsWithAny(path, {"snug/templates/"_L1, "snug/rules/"_L1, "snug/regex/"_L1, "snug/kept/"_L1});
}

} // namespace

BackupComparison::BackupComparison(const LibraryLayout &layout, const Backup &backup)
    : m_layout(layout)
    , m_backup(backup)
{
}

bool BackupComparison::goOn(std::chrono::milliseconds budget)
{
    QElapsedTimer timer;
    timer.start();
    do {
        if (m_next == m_backup.files.size())
            break;
        compare(m_backup.files[m_next++]);
    } while (timer.durationElapsed() < budget);
    return m_next == m_backup.files.size();
}

void BackupComparison::compare(const BackedUpFile &file)
{
    const FileStamp stamp = stampOf(m_layout.root() + u'/' + file.path);
    if (stamp == file.stamp || startsWithAny(file.path, {"snug/unsent/"_L1, "snug/drafts/"_L1}) ||
        (stamp.exists() && isOwnRecord(file.path)))
        return;
    if (!stamp.exists()) {
        m_differences.append({file, BackupDifference::Since::Removed});
        return;
    }
    // A file that cannot be read is not the one that was.
    const auto present = stamp.size == file.stamp.size ? piecesOfFile(m_layout, file.path, false)
                                                       : Result<BackedUpFile>(BackedUpFile{});
    if (!present || present->path.isEmpty() || present->pieces != file.pieces)
        m_differences.append({file, BackupDifference::Since::Changed});
}

Result<QByteArray> readBackedUp(const LibraryLayout &layout, const BackedUpFile &file, qint64 limit)
{
    QByteArray bytes;
    for (const QString &name : file.pieces) {
        const auto piece = readPiece(layout, name);
        if (!piece)
            return std::unexpected(piece.error());
        if (bytes.size() + piece->size() > limit)
            return failure(
                QCoreApplication::translate("Backups", "is larger than %1 MB").arg(limit / (qint64(1) << 20)),
                {}, file.path);
        bytes += *piece;
    }
    if (bytes.size() != file.stamp.size)
        return failure(
            QCoreApplication::translate("Backups", "the backup does not hold all of it"), {}, file.path,
            QCoreApplication::translate("Backups", "Other backups may hold another state of the file."));
    return bytes;
}

Result<void> restoreBackedUp(LibraryStore &store, const BackedUpFile &file)
{
    if (!isBackupPath(file.path))
        return failure(QCoreApplication::translate("Backups", "is not a file of a library"), {}, file.path);
    const QString path = store.layout().root() + u'/' + file.path;
    return readBackedUp(store.layout(), file, ArchiveFileLimit)
        .and_then([&](const QByteArray &bytes) { return writeFileDurably(path, bytes); })
        .transform([&] { store.noteOwn({path}); });
}

Result<void> copyBackedUp(const LibraryLayout &layout, const BackedUpFile &file, const QString &folder)
{
    if (!isBackupPath(file.path))
        return failure(QCoreApplication::translate("Backups", "is not a file of a library"), {}, file.path);
    return readBackedUp(layout, file, ArchiveFileLimit).and_then([&](const QByteArray &bytes) {
        return writeNewFileDurably(folder + u'/' + file.path, bytes);
    });
}

} // namespace snug
