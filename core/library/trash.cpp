#include "core/library/trash.h"

#include "core/library/atomicwrite.h"
#include "core/library/durablefile.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString itemFolder(const LibraryLayout &layout, const QString &id)
{
    return layout.trashFolder() + u'/' + id;
}

QString storedPath(const LibraryLayout &layout, const TrashItem &item, const QString &path)
{
    return itemFolder(layout, item.id) + u"/files/" + path;
}

QString noteFile(const LibraryLayout &layout, const QString &id)
{
    return itemFolder(layout, id) + u"/item.json";
}

QByteArray noteBytes(const TrashItem &item)
{
    return QJsonDocument(QJsonObject{{u"kind"_s, item.kind},
                                     {u"title"_s, item.title},
                                     {u"deleted"_s, item.deleted.toString(Qt::ISODateWithMs)},
                                     {u"paths"_s, QJsonArray::fromStringList(item.paths)},
                                     {u"note"_s, QString::fromUtf8(item.note)}})
        .toJson();
}

bool isSafeRelativePath(const QString &path)
{
    return !path.isEmpty() && QDir::isRelativePath(path) && QDir::cleanPath(path) == path && path != u".." &&
           !path.startsWith(u"../");
}

bool isId(const QString &id)
{
    return !id.isEmpty() && !id.startsWith(u'.') && !id.contains(u'/') && !id.contains(u'\\');
}

Error unreadable(const LibraryLayout &layout, const QString &id)
{
    return Error{QCoreApplication::translate("Library", "the note of what was deleted cannot be read"),
                 noteFile(layout, id),
                 {},
                 QCoreApplication::translate("Library", "The files are in the folder beside it.")};
}

Result<TrashItem> readItem(const LibraryLayout &layout, const QString &id)
{
    if (!isId(id))
        return std::unexpected(unreadable(layout, id));
    const auto file = readVersioned(noteFile(layout, id));
    if (!file)
        return std::unexpected(unreadable(layout, id));
    const QJsonObject note = QJsonDocument::fromJson(file->value).object();
    TrashItem item;
    item.id = id;
    item.kind = note[u"kind"].toString();
    item.title = note[u"title"].toString();
    item.deleted = QDateTime::fromString(note[u"deleted"].toString(), Qt::ISODateWithMs);
    item.note = note[u"note"].toString().toUtf8();
    const QJsonArray paths = note[u"paths"].toArray();
    for (const QJsonValue path : paths)
        item.paths.append(path.toString());
    if ((item.paths.isEmpty() && item.note.isEmpty()) || !std::ranges::all_of(item.paths, isSafeRelativePath))
        return std::unexpected(unreadable(layout, id));
    return item;
}

using Move = std::pair<QString, QString>;

// All or none, as far as the disk lets us.
Result<void> moveAll(const QList<Move> &moves)
{
    for (qsizetype i = 0; i < moves.size(); ++i) {
        const auto moved = movePath(moves[i].first, moves[i].second);
        if (moved)
            continue;
        for (qsizetype back = i - 1; back >= 0; --back)
            static_cast<void>(movePath(moves[back].second, moves[back].first));
        return moved;
    }
    return {};
}

bool holdsFiles(const QString &folder)
{
    return QDirIterator(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories)
        .hasNext();
}

Result<QString> makeItemFolder(const LibraryLayout &layout, const QDateTime &now)
{
    const auto trash = makeFolder(layout.trashFolder());
    if (!trash)
        return std::unexpected(trash.error());
    const QString stamp = now.toUTC().toString(u"yyyyMMdd-hhmmsszzz");
    for (int number = 1; number < 10'000; ++number) {
        const QString id = number == 1 ? stamp : stamp + u"-%1"_s.arg(number);
        if (::mkdirat(trash->get(), QFile::encodeName(id).constData(), 0700) == 0)
            return id;
        if (errno != EEXIST)
            break;
    }
    return std::unexpected(saveError(layout.trashFolder(),
                                     QCoreApplication::translate("Library", "the trash cannot be written")));
}

} // namespace

Result<TrashItem> moveToTrash(const LibraryLayout &layout, TrashItem item)
{
    item.paths.removeIf([&](const QString &path) {
        const QFileInfo info(layout.root() + u'/' + path);
        return !isSafeRelativePath(path) || (!info.exists() && !info.isSymLink());
    });
    if (item.paths.isEmpty() && item.note.isEmpty()) {
        return failure(QCoreApplication::translate("Library", "no longer exists"), {}, item.title,
                       QCoreApplication::translate("Library", "Another program may have deleted it."));
    }
    if (!item.deleted.isValid())
        item.deleted = QDateTime::currentDateTimeUtc();
    const auto id = makeItemFolder(layout, item.deleted);
    if (!id)
        return std::unexpected(id.error());
    item.id = *id;

    const auto abandon = [&](const Error &error) {
        static_cast<void>(removeFolder(itemFolder(layout, item.id)));
        return std::unexpected(error);
    };
    if (const auto noted = writeFileDurably(noteFile(layout, item.id), noteBytes(item)); !noted)
        return abandon(noted.error());
    syncFolder(layout.trashFolder());
    QList<Move> moves;
    for (const QString &path : std::as_const(item.paths))
        moves.append({layout.root() + u'/' + path, storedPath(layout, item, path)});
    if (const auto moved = moveAll(moves); !moved) {
        // If moving back failed too, the trash holds the only copy and stays as it is.
        const bool isEmpty =
            std::ranges::none_of(moves, [](const Move &move) { return QFileInfo::exists(move.second); });
        if (isEmpty)
            return abandon(moved.error());
        return std::unexpected(moved.error());
    }
    return item;
}

Result<TrashItem> restoreFromTrash(const LibraryLayout &layout, const QString &id)
{
    const auto item = readItem(layout, id);
    if (!item)
        return item;
    QList<Move> moves;
    for (const QString &path : item->paths) {
        const QString stored = storedPath(layout, *item, path);
        const QString place = layout.root() + u'/' + path;
        if (!QFileInfo::exists(stored))
            continue;
        if (QFileInfo::exists(place)) {
            return failure(
                QCoreApplication::translate("Library", "cannot be restored: %1 is there again").arg(path), {},
                item->title, QCoreApplication::translate("Library", "Rename or delete the new one first."));
        }
        moves.append({stored, place});
    }
    // Its note may be damaged: what it does not name stays where it can be found.
    if (moves.isEmpty() && holdsFiles(itemFolder(layout, id) + u"/files"_s)) {
        return failure(
            QCoreApplication::translate("Library", "cannot be restored: the note in the trash names no "
                                                   "file that is there"),
            {}, item->title,
            QCoreApplication::translate("Library", "Its files are in %1.").arg(itemFolder(layout, id)));
    }
    if (const auto moved = moveAll(moves); !moved)
        return std::unexpected(moved.error());
    static_cast<void>(removeFile(noteFile(layout, id)));
    if (!holdsFiles(itemFolder(layout, id)))
        static_cast<void>(removeFolder(itemFolder(layout, id)));
    return item;
}

TrashListing listTrash(const LibraryLayout &layout)
{
    TrashListing listing;
    if (const auto checked = checkFolder(layout.trashFolder()); !checked) {
        listing.unreadable.append(checked.error());
        return listing;
    }
    const QStringList ids =
        QDir(layout.trashFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &id : ids) {
        if (auto item = readItem(layout, id))
            listing.items.prepend(*std::move(item));
        else
            listing.unreadable.append(item.error());
    }
    std::ranges::stable_sort(listing.items, std::ranges::greater(), &TrashItem::deleted);
    return listing;
}

Result<void> deleteFromTrash(const LibraryLayout &layout, const QString &id)
{
    if (!isId(id) || !QFileInfo(itemFolder(layout, id)).isDir())
        return failure(QCoreApplication::translate("Library", "is not in the trash"), {}, id);
    // Without its note a half-deleted item is no longer offered for restoring.
    static_cast<void>(removeFile(noteFile(layout, id)));
    return removeFolder(itemFolder(layout, id));
}

} // namespace snug
