#include "core/whatwas/backuppieces.h"

#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"
#include "core/whatwas/backup.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype SmallestPiece = 64 << 10; // of files of lines
constexpr quint64 LinesToACut = 16;           // one line in so many ends a piece that is large enough
constexpr int NameLength = 64;

// The first byte of a piece's file.
constexpr char Packed = 'z';
constexpr char Plain = 'p';

// The checksum's lowest bits say little of a text that repeats itself.
bool isCutAfter(QByteArrayView line)
{
    return (continueChecksum(EmptyChecksum, line) >> 32) % LinesToACut == 0;
}

QString piecesFolder(const LibraryLayout &layout)
{
    return backupFolder(layout) + u"/pieces"_s;
}

QString pathOfPiece(const LibraryLayout &layout, const QString &name)
{
    return piecesFolder(layout) + u'/' + name.first(2) + u'/' + name;
}

std::unexpected<Error> damagedPiece(const LibraryLayout &layout, const QString &name)
{
    return failure(
        QCoreApplication::translate("Backups", "a piece of the backup is damaged"), {},
        isPieceName(name) ? layout.relative(pathOfPiece(layout, name)) : name,
        QCoreApplication::translate("Backups", "Other backups may hold another state of the file."));
}

// What a stranger's file says of its own length is not believed.
std::optional<QByteArray> unpacked(const QByteArray &stored)
{
    const QByteArrayView content = QByteArrayView(stored).sliced(1);
    if (stored.front() == Plain)
        return content.toByteArray();
    if (stored.front() != Packed || content.size() < 4 ||
        qFromBigEndian<quint32>(content.data()) > quint32(BackupPieceLimit))
        return std::nullopt;
    return qUncompress(reinterpret_cast<const uchar *>(content.data()), content.size());
}

} // namespace

qsizetype firstPieceOf(QByteArrayView bytes, bool isOfLines, bool isEnd)
{
    if (!isOfLines) {
        if (bytes.size() >= BackupPieceLimit)
            return BackupPieceLimit;
        return isEnd ? bytes.size() : 0;
    }
    qsizetype start = 0; // of the line
    for (qsizetype end = bytes.indexOf('\n'); end >= 0 && end < BackupPieceLimit;
         end = bytes.indexOf('\n', start)) {
        const QByteArrayView line = bytes.sliced(start, end - start);
        start = end + 1;
        if (start >= SmallestPiece && isCutAfter(line))
            return start;
    }
    if (bytes.size() >= BackupPieceLimit)
        return start > 0 ? start : BackupPieceLimit;
    return isEnd ? bytes.size() : 0;
}

QString pieceName(QByteArrayView piece)
{
    return QString::fromLatin1(QCryptographicHash::hash(piece, QCryptographicHash::Sha256).toHex());
}

bool isPieceName(QStringView name)
{
    return name.size() == NameLength && std::ranges::all_of(name, [](QChar digit) {
               return (digit >= u'0' && digit <= u'9') || (digit >= u'a' && digit <= u'f');
           });
}

bool hasPiece(const LibraryLayout &layout, const QString &name)
{
    return isPieceName(name) && QFileInfo::exists(pathOfPiece(layout, name));
}

Result<QString> keepPiece(const LibraryLayout &layout, const QByteArray &piece, bool isPacked)
{
    const QString name = pieceName(piece);
    if (hasPiece(layout, name))
        return name;
    QByteArray stored;
    if (!isPacked)
        stored = Packed + qCompress(piece);
    if (isPacked || stored.size() > piece.size())
        stored = Plain + piece;
    return writeFileDurably(pathOfPiece(layout, name), stored).transform([&] { return name; });
}

Result<QByteArray> readPiece(const LibraryLayout &layout, const QString &name)
{
    if (!isPieceName(name))
        return damagedPiece(layout, name);
    const auto file = readVersioned(pathOfPiece(layout, name), BackupPieceLimit + 1);
    if (!file)
        return std::unexpected(file.error());
    if (file->value.isEmpty())
        return damagedPiece(layout, name);
    const auto piece = unpacked(file->value);
    if (!piece || pieceName(*piece) != name)
        return damagedPiece(layout, name);
    return *piece;
}

Result<void> removePiecesExcept(const LibraryLayout &layout, const QSet<QString> &names)
{
    if (const auto checked = checkFolder(piecesFolder(layout)); !checked)
        return checked;
    const QDir pieces(piecesFolder(layout));
    for (const QString &folder : pieces.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const QString &name : QDir(pieces.filePath(folder)).entryList(QDir::Files)) {
            if (names.contains(name))
                continue;
            if (const auto removed = removeFile(pieces.filePath(folder) + u'/' + name); !removed)
                return removed;
        }
    }
    return {};
}

} // namespace snug
