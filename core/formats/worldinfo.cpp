#include "core/formats/worldinfo.h"

#include "core/formats/jsontext.h"
#include "core/formats/loreentryfields.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trWorldInfo(const char *text)
{
    return QCoreApplication::translate("Lorebook", text);
}

bool isBookInData(const Json &document)
{
    return !document.contains(u"entries") &&
           document.value(u"data").value(u"entries").type() != Json::Type::Undefined;
}

// The entries as a list of (key in the file, JSON), whatever the container.
QList<Json::Member> entriesOf(const Json &entries)
{
    if (entries.isObject())
        return entries.members();
    QList<Json::Member> list;
    for (const Json &item : entries.items())
        list.append({.key = {}, .value = item});
    return list;
}

LoreShape shapeOf(const Json &document)
{
    const Json book = isBookInData(document) ? document.value(u"data") : document;
    for (const Json::Member &entry : entriesOf(book.value(u"entries"))) {
        if (isFramingLore(entry.value))
            return LoreShape::Framing;
        if (entry.value.contains(u"key"))
            return LoreShape::World;
        if (entry.value.contains(u"keys"))
            return LoreShape::Card;
    }
    return isBookInData(document) ? LoreShape::Card : LoreShape::World;
}

void readEntries(const Json &entries, LoreShape shape, const Place &place, LorebookReading &reading)
{
    if (entries.isUndefined() || entries.isNull())
        return;
    if (!entries.isObject() && !entries.isArray()) {
        warnExpected(reading.warnings, place, Json::array().typeName(), entries);
        return;
    }
    QSet<int> uids;
    const QList<Json::Member> all = entriesOf(entries);
    reading.book.entries.reserve(all.size());
    for (qsizetype i = 0; i < all.size(); ++i) {
        const Json::Member &member = all[i];
        const Place here = entries.isObject() ? place.in(member.key) : place.at(i);
        if (!member.value.isObject()) {
            warnExpected(reading.warnings, here, Json::object().typeName(), member.value);
            continue;
        }
        bool isNumber = false;
        const int keyNumber = member.key.toInt(&isNumber);
        const int index = isNumber ? keyNumber : static_cast<int>(i);
        LoreEntry entry = readLoreEntry(member.value, shape, index, here, reading.warnings);
        const bool hasNumber = member.value.value(u"id").toText().toInt(&isNumber) != 0 || isNumber;
        if (shape == LoreShape::Framing && !hasNumber && uids.contains(entry.uid))
            entry.uid = entry.displayIndex = static_cast<int>(all.size() + i); // its id is a word, or none
        if (uids.contains(entry.uid))
            warn(reading.warnings, here,
                 trWorldInfo(QT_TRANSLATE_NOOP("Lorebook", "another entry has the uid %1 too"))
                     .arg(entry.uid));
        uids.insert(entry.uid);
        reading.book.entries.append(entry);
    }
}

// The entries in an object by uid. Those that were read keep their keys.
Json writtenByUid(const Json &source, const QList<LoreEntry> &entries, LoreShape shape)
{
    const QList<Json::Member> &old = source.members();
    QSet<QString> taken;
    for (const Json::Member &member : old) {
        if (!member.value.isObject())
            taken.insert(member.key);
    }
    QList<Json::Member> members;
    members.reserve(entries.size());
    qsizetype next = 0;
    const auto keepUnread = [&] {
        for (; next < old.size() && !old[next].value.isObject(); ++next)
            members.append(old[next]);
    };
    int free = 0;
    for (const LoreEntry &entry : entries) {
        const auto found = std::find_if(old.begin() + next, old.end(), [&](const Json::Member &member) {
            return member.value.isSameAs(entry.source);
        });
        const bool isInPlace = found != old.end();
        while (isInPlace && next < found - old.begin()) { // what stood between was deleted
            keepUnread();
            next = std::min(next + 1, found - old.begin());
        }
        keepUnread();
        Json::Member member{.key = QString::number(entry.uid), .value = {}};
        const bool isRenumbered =
            entry.source.contains(u"uid") && entry.source.value(u"uid").toInt() != entry.uid;
        if (isInPlace && !isRenumbered)
            member = *found;
        if (isInPlace)
            next = found - old.begin() + 1;
        while (!isInPlace && taken.contains(member.key))
            member.key = QString::number(free++);
        taken.insert(member.key);
        member.value = writtenLoreEntry(entry, shape);
        members.append(std::move(member));
    }
    for (; next < old.size(); ++next)
        keepUnread();
    const bool isSame = std::ranges::equal(members, old, [](const Json::Member &a, const Json::Member &b) {
        return a.key == b.key && a.value.isSameAs(b.value);
    });
    return isSame ? source : Json::object(std::move(members));
}

Json writtenEntries(const Json &source, const QList<LoreEntry> &entries, LoreShape shape)
{
    if (source.isObject() || (!source.isArray() && shape == LoreShape::World))
        return writtenByUid(source, entries, shape);
    return writtenList(source, entries,
                       [shape](const LoreEntry &entry) { return writtenLoreEntry(entry, shape); });
}

// Sets `entries` in the book object unless it is what is there already.
void setEntries(Json &book, const QList<LoreEntry> &entries, LoreShape shape)
{
    const Json old = book.value(u"entries");
    const Json now = writtenEntries(old, entries, shape);
    if (!now.isSameAs(old))
        book.set(u"entries"_s, now);
    else if (old.isUndefined())
        book.set(u"entries"_s, shape == LoreShape::World ? Json::object() : Json::array());
}

// The card book a world was made from, with the world's edits applied.
Json mirrored(const Json &original, const Lorebook &book, const Lorebook &before)
{
    QHash<int, LoreEntry> old;
    for (const LoreEntry &entry : before.entries)
        old.insert(entry.uid, entry);
    LorebookReading reading = readCardBook(original);
    QHash<int, LoreEntry> originals;
    for (const LoreEntry &entry : reading.book.entries)
        originals.insert(entry.uid, entry);
    QList<LoreEntry> entries;
    for (const LoreEntry &entry : book.entries) {
        const auto found = originals.constFind(entry.uid);
        if (found != originals.constEnd() && old.value(entry.uid) == entry) {
            entries.append(*found);
            continue;
        }
        LoreEntry edited = entry;
        edited.source = found != originals.constEnd() ? found->source : Json();
        entries.append(edited);
    }
    Json out = original;
    setEntries(out, entries, LoreShape::Card);
    return out;
}

} // namespace

Result<void> keepEntryLimit(const Json &entries)
{
    if (entries.size() > LoreEntryLimit)
        return failure(QCoreApplication::translate("Lorebook", "holds more than %L1 lorebook entries")
                           .arg(qlonglong(LoreEntryLimit)));
    return {};
}

Result<LorebookReading> readWorldInfo(const QByteArray &bytes, const QString &name)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return failure(QCoreApplication::translate("Lorebook", "expected a lorebook, found %1")
                           .arg(document->typeName()));
    LorebookReading reading;
    const Place root;
    const Place data = root.in(u"data"_s);
    const bool isInData = isBookInData(*document);
    const Json book = isInData ? document->value(u"data") : *document;
    if (!book.contains(u"entries"))
        return failure(
            trWorldInfo(QT_TRANSLATE_NOOP("Lorebook", "expected a lorebook, but there are no entries")));
    if (const auto kept = keepEntryLimit(book.value(u"entries")); !kept)
        return std::unexpected(kept.error());
    readEntries(book.value(u"entries"), shapeOf(*document), (isInData ? data : root).in(u"entries"_s),
                reading);
    reading.book.name = name.isEmpty() ? book.value(u"name").toText() : name;
    reading.book.source = *document;
    return reading;
}

QByteArray writeWorldInfo(const Lorebook &book)
{
    Json document = book.source.isObject() ? book.source : Json::object();
    const LoreShape shape = shapeOf(document);
    if (isBookInData(document)) {
        Json data = document.value(u"data");
        setEntries(data, book.entries, shape);
        if (!data.isSameAs(document.value(u"data")))
            document.set(u"data"_s, data);
        return writeJson(document);
    }
    setEntries(document, book.entries, shape);
    const Json original = document.value(u"originalData");
    if (original.isObject() && !document.isSameAs(book.source)) {
        LorebookReading before;
        readEntries(book.source.value(u"entries"), shape, Place(), before);
        document.set(u"originalData"_s, mirrored(original, book, before.book));
    }
    return writeJson(document);
}

LorebookReading readCardBook(const Json &book, const Place &place)
{
    LorebookReading reading;
    readEntries(book.value(u"entries"), LoreShape::Card, place.in(u"entries"_s), reading);
    reading.book.name = book.value(u"name").toText();
    reading.book.source = book;
    return reading;
}

Json writtenCardBook(const Lorebook &book)
{
    const bool isCardBook = book.source.isObject() && book.source.value(u"entries").isArray();
    Json json = isCardBook ? book.source : Json::object();
    if (!isCardBook) {
        json.set(u"name"_s, Json(book.name));
        json.set(u"extensions"_s, Json::object());
    } else if (json.value(u"name").toText() != book.name) {
        json.set(u"name"_s, Json(book.name));
    }
    setEntries(json, book.entries, LoreShape::Card);
    return json;
}

} // namespace snug
