#include "core/whatwas/backuplist.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"
#include "core/whatwas/backuppieces.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString BackupTimeFormat = u"yyyyMMdd'T'HHmmsszzz'Z'"_s;
const QString ListFormat = u"snug-backup-1"_s;

constexpr int DaysWhole = 7;
constexpr int DaysByWeek = 61;
constexpr int DaysByMonth = 366;

QDateTime timeOfBackup(const QString &id)
{
    QDateTime time = QDateTime::fromString(id, BackupTimeFormat);
    time.setTimeZone(QTimeZone::UTC);
    return time;
}

QString pathOfList(const LibraryLayout &layout, const QString &id)
{
    return backupFolder(layout) + u'/' + id + u".json"_s;
}

Json asJson(const BackedUpFile &file)
{
    Json json = Json::object();
    json.set(u"path"_s, file.path);
    json.set(u"size"_s, file.stamp.size);
    json.set(u"modified"_s, QString::number(file.stamp.modified));
    json.set(u"node"_s, QString::number(file.stamp.node));
    json.set(u"pieces"_s, file.pieces);
    return json;
}

Result<BackedUpFile> backedUpFile(const Json &json, qsizetype number)
{
    BackedUpFile file;
    file.path = json[u"path"].toText();
    file.stamp.size = json[u"size"].asInteger().value_or(-1);
    file.stamp.modified = json[u"modified"].toText().toLongLong();
    file.stamp.node = json[u"node"].toText().toULongLong();
    const Json pieces = json[u"pieces"];
    for (const Json &piece : pieces.items())
        file.pieces.append(piece.toText());
    if (!isBackupPath(file.path) || file.stamp.size < 0 || !std::ranges::all_of(file.pieces, isPieceName))
        return failure(QCoreApplication::translate("Backups", "is not a file of a library"),
                       u"files.%1"_s.arg(number));
    return file;
}

QString reasonName(Backup::Reason reason)
{
    return reason == Backup::Reason::Daily ? u"daily"_s : u"before restoring"_s;
}

} // namespace

QByteArray writeBackupList(const Backup &backup)
{
    QList<Json> files;
    files.reserve(backup.files.size());
    for (const BackedUpFile &file : backup.files)
        files.append(asJson(file));
    Json json = Json::object();
    json.set(u"format"_s, ListFormat);
    json.set(u"made"_s, backup.made.toUTC().toString(Qt::ISODateWithMs));
    json.set(u"reason"_s, reasonName(backup.reason));
    if (!backup.unread.isEmpty())
        json.set(u"unread"_s, backup.unread);
    json.set(u"files"_s, Json::array(files));
    return writeJson(json);
}

Result<Backup> readBackupList(const QByteArray &bytes)
{
    const auto json = parseJson(bytes);
    if (!json)
        return std::unexpected(json.error());
    Backup backup;
    backup.made = QDateTime::fromString(json->value(u"made").toText(), Qt::ISODateWithMs);
    if (json->value(u"format").toText() != ListFormat || !backup.made.isValid())
        return failure(QCoreApplication::translate(
            "Backups", "is not a backup list that this version of Snug can read"));
    if (json->value(u"reason").toText() == reasonName(Backup::Reason::BeforeRestoring))
        backup.reason = Backup::Reason::BeforeRestoring;
    const Json unread = json->value(u"unread");
    for (const Json &path : unread.items())
        backup.unread.append(path.toText());
    qsizetype number = 0;
    const Json files = json->value(u"files");
    for (const Json &item : files.items()) {
        auto file = backedUpFile(item, number++);
        if (!file)
            return std::unexpected(file.error());
        backup.files.append(*std::move(file));
    }
    std::ranges::stable_sort(backup.files, {}, &BackedUpFile::path);
    return backup;
}

QList<BackupPlace> listBackups(const LibraryLayout &layout)
{
    QList<BackupPlace> places;
    if (!checkFolder(backupFolder(layout)))
        return places;
    for (const QString &name :
         QDir(backupFolder(layout)).entryList({u"*.json"_s}, QDir::Files, QDir::Name | QDir::Reversed)) {
        const QString id = name.chopped(5);
        if (const QDateTime made = timeOfBackup(id); made.isValid())
            places.append({id, made});
    }
    return places;
}

Result<Backup> loadBackup(const LibraryLayout &layout, const QString &id)
{
    if (!timeOfBackup(id).isValid())
        return failure(QCoreApplication::translate("Backups", "there is no such backup"), {}, id);
    return readVersioned(pathOfList(layout, id))
        .and_then([](const Loaded<QByteArray> &file) { return readBackupList(file.value); })
        .transform_error(
            [&](const Error &error) { return error.inFile(layout.relative(pathOfList(layout, id))); });
}

Result<BackupPlace> storeBackup(const LibraryLayout &layout, const Backup &backup)
{
    const QString id = backup.made.toUTC().toString(BackupTimeFormat);
    return writeNewFileDurably(pathOfList(layout, id), writeBackupList(backup)).transform([&] {
        return BackupPlace{id, backup.made.toUTC()};
    });
}

QSet<QString> keptBackups(const QList<BackupPlace> &backups, const QDateTime &now)
{
    QList<BackupPlace> newestFirst = backups;
    std::ranges::sort(newestFirst, std::greater(), &BackupPlace::made);
    QSet<QString> kept;
    QSet<std::pair<int, int>> filled; // weeks and months that have theirs
    for (const BackupPlace &backup : std::as_const(newestFirst)) {
        const QDate day = backup.made.toLocalTime().date();
        const qint64 age = day.daysTo(now.toLocalTime().date());
        int year = 0;
        const int week = day.weekNumber(&year);
        std::pair<int, int> slot(year, week);
        if (age >= DaysByWeek)
            slot = {day.year(), -day.month()};
        const bool isFirst = kept.isEmpty();
        const bool isFilled = filled.contains(slot);
        filled.insert(slot);
        if (isFirst || age < DaysWhole || (age < DaysByMonth && !isFilled))
            kept.insert(backup.id);
    }
    return kept;
}

Result<void> thinOutBackups(const LibraryLayout &layout, const QDateTime &now)
{
    const QList<BackupPlace> backups = listBackups(layout);
    const QSet<QString> kept = keptBackups(backups, now);
    if (kept.size() == backups.size())
        return {};
    QSet<QString> pieces;
    for (const BackupPlace &place : backups) {
        if (!kept.contains(place.id))
            continue;
        const auto backup = loadBackup(layout, place.id);
        if (!backup)
            return std::unexpected(backup.error());
        for (const BackedUpFile &file : backup->files)
            pieces.unite(QSet(file.pieces.cbegin(), file.pieces.cend()));
    }
    for (const BackupPlace &place : backups) {
        if (kept.contains(place.id))
            continue;
        if (const auto removed = removeFile(pathOfList(layout, place.id)); !removed)
            return removed;
    }
    return removePiecesExcept(layout, pieces);
}

} // namespace snug
