#include "core/whatwas/backupmaking.h"

#include "core/library/fileaccess.h"
#include "core/whatwas/backuppieces.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int FolderDepth = 32;
constexpr int ReadingTries = 3;

// Compressed as they are.
bool isPackedAlready(const QString &path)
{
    static constexpr std::array suffixes{"png"_L1,   "jpg"_L1, "jpeg"_L1, "webp"_L1, "avif"_L1, "gif"_L1,
                                         "charx"_L1, "zip"_L1, "mp3"_L1,  "ogg"_L1,  "mp4"_L1,  "webm"_L1};
    const QString suffix = QFileInfo(path).suffix().toLower();
    return std::ranges::any_of(suffixes, [&](QLatin1StringView known) { return suffix == known; });
}

struct FolderToWalk
{
    QString path; // relative; empty = the root
    int depth = 0;
};

// A folder that leads out of the library, or back into itself, is left out.
bool mayWalk(const QString &folder, QSet<std::pair<quint64, quint64>> &seen)
{
    const auto opened = openFolder(folder);
    struct stat status = {};
    if (!opened || ::fstat(opened->get(), &status) != 0)
        return false;
    const std::pair<quint64, quint64> identity(status.st_dev, status.st_ino);
    if (seen.contains(identity))
        return false;
    seen.insert(identity);
    return true;
}

// One reading; nothing if the file was written to meanwhile.
Result<std::optional<BackedUpFile>> readOnce(const LibraryLayout &layout, const QString &path, bool keep)
{
    const auto file = openForReading(layout.root() + u'/' + path, ArchiveFileLimit);
    if (!file)
        return std::unexpected(file.error());
    BackedUpFile entry{.path = path, .stamp = file->stamp(), .pieces = {}};
    const bool isOfLines = path.endsWith(u".jsonl"_s);
    const bool isPacked = isPackedAlready(path);
    QByteArray waiting;
    qint64 position = 0;
    for (bool isEnd = false; !isEnd || !waiting.isEmpty();) {
        if (!isEnd && waiting.size() < BackupPieceLimit) {
            const auto more = file->read(position, BackupPieceLimit);
            if (!more)
                return std::unexpected(more.error());
            position += more->size();
            waiting += *more;
            isEnd = more->size() < BackupPieceLimit;
        }
        const qsizetype length = firstPieceOf(waiting, isOfLines, isEnd);
        if (length == 0)
            continue;
        const QByteArray piece = waiting.first(length);
        waiting.remove(0, length);
        auto name = keep ? keepPiece(layout, piece, isPacked) : Result<QString>(pieceName(piece));
        if (!name)
            return std::unexpected(name.error());
        entry.pieces.append(*std::move(name));
    }
    struct stat after = {};
    if (::fstat(file->handle.get(), &after) != 0 || stampFrom(after) != entry.stamp ||
        position != entry.stamp.size)
        return std::nullopt;
    return entry;
}

} // namespace

Result<BackedUpFile> piecesOfFile(const LibraryLayout &layout, const QString &path, bool keep)
{
    for (int tries = 0; tries < ReadingTries; ++tries) {
        auto entry = readOnce(layout, path, keep);
        if (!entry)
            return std::unexpected(entry.error());
        if (*entry)
            return *std::move(*entry);
    }
    return failure(QCoreApplication::translate("Backups", "is being written by another program"), {}, path);
}

BackupMaking::BackupMaking(const LibraryLayout &layout, const std::optional<Backup> &last,
                           Backup::Reason reason, const QDateTime &now)
    : m_layout(layout)
    , m_last(last)
    , m_backup{.made = now.toUTC(), .reason = reason, .files = {}, .unread = {}}
{
    if (m_last) {
        for (qsizetype i = 0; i < m_last->files.size(); ++i)
            m_lastByPath.insert(m_last->files[i].path, i);
    }
}

const BackedUpFile *BackupMaking::lastOf(const QString &path) const
{
    const auto found = m_lastByPath.constFind(path);
    return found == m_lastByPath.cend() ? nullptr : &m_last->files[*found];
}

void BackupMaking::walk()
{
    QList<FolderToWalk> folders{{}};
    QSet<std::pair<quint64, quint64>> seen;
    while (!folders.isEmpty()) {
        const FolderToWalk folder = folders.takeLast();
        const QString path = folder.path.isEmpty() ? m_layout.root() : m_layout.root() + u'/' + folder.path;
        if (folder.depth > FolderDepth || !mayWalk(path, seen))
            continue;
        const QString before = folder.path.isEmpty() ? QString() : folder.path + u'/';
        for (const QFileInfo &entry :
             QDir(path).entryInfoList(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot)) {
            const QString inside = before + entry.fileName();
            if (entry.isDir()) {
                if (isBackedUp(QString(inside + u'/')))
                    folders.append({inside, folder.depth + 1});
            } else if (isBackupPath(inside)) {
                m_waiting.append(inside);
                m_progress.allBytes += entry.size();
            }
        }
    }
    std::ranges::sort(m_waiting, std::greater());
    m_isListed = true;
}

Result<void> BackupMaking::read(const QString &path)
{
    const FileStamp stamp = stampOf(m_layout.root() + u'/' + path);
    const BackedUpFile *last = lastOf(path);
    const auto isKept = [&](const QString &piece) { return hasPiece(m_layout, piece); };
    if (last && last->stamp == stamp && std::ranges::all_of(last->pieces, isKept)) {
        m_backup.files.append(*last);
        m_progress.bytes += stamp.size;
        return {};
    }
    // Its name tells a backup that cannot be written from a file that cannot be read.
    auto entry = piecesOfFile(m_layout, path, true);
    if (entry) {
        m_progress.bytes += entry->stamp.size;
        m_backup.files.append(*std::move(entry));
        return {};
    }
    if (!stampOf(m_layout.root() + u'/' + path).exists())
        return {};
    if (piecesOfFile(m_layout, path, false))
        return std::unexpected(entry.error());
    m_backup.unread.append(path);
    if (last)
        m_backup.files.append(*last);
    return {};
}

Result<BackupMaking::Progress> BackupMaking::goOn(std::chrono::milliseconds budget)
{
    QElapsedTimer timer;
    timer.start();
    if (!m_isListed)
        walk();
    do {
        if (m_waiting.isEmpty())
            break;
        if (const auto done = read(m_waiting.takeLast()); !done)
            return std::unexpected(done.error());
    } while (timer.durationElapsed() < budget);
    m_progress.isDone = m_waiting.isEmpty();
    return m_progress;
}

std::optional<Backup> BackupMaking::made() const
{
    const auto isSame = [](const BackedUpFile &a, const BackedUpFile &b) {
        return a.path == b.path && a.pieces == b.pieces;
    };
    if (m_last && std::ranges::equal(m_backup.files, m_last->files, isSame))
        return std::nullopt;
    return m_backup;
}

} // namespace snug
