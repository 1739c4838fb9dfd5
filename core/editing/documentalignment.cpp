#include "core/editing/documentalignment.h"

#include "core/editing/jsonplaces.h"

#include <QList>
#include <QSet>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// One of either list, with what tells it from others.
struct Entry
{
    Json json;
    QString number;
    QString title;
    QString content;
    QSet<QString> keys;
};

Entry entryOf(const Json &json, const QString &number)
{
    Entry entry{json, number, itemTitle(json, {}), json.value(u"content").toText(), {}};
    for (const QStringView member : {u"key", u"keys"}) {
        for (const QString &key : json.value(member).toTextList())
            entry.keys.insert(key.trimmed().toLower());
    }
    return entry;
}

// Of each of `others` the one of `present` that it is; -1: none.
QList<qsizetype> paired(const QList<Entry> &others, const QList<Entry> &present)
{
    const auto isTitle = [](const Entry &a, const Entry &b) {
        return !a.title.isEmpty() && a.title == b.title;
    };
    const auto isText = [](const Entry &a, const Entry &b) {
        return !a.content.trimmed().isEmpty() && a.content == b.content;
    };
    const auto isNumber = [](const Entry &a, const Entry &b) { return a.number == b.number; };
    // The surest first.
    const std::function<bool(const Entry &, const Entry &)> rules[] = {
        [&](const Entry &a, const Entry &b) { return isTitle(a, b) && isText(a, b); },
        [&](const Entry &a, const Entry &b) { return isNumber(a, b) && (isTitle(a, b) || isText(a, b)); },
        isTitle,
        isText,
        [&](const Entry &a, const Entry &b) { return isNumber(a, b) && a.keys.intersects(b.keys); },
    };
    QList<qsizetype> pairs(others.size(), -1);
    QList<bool> isTaken(present.size(), false);
    for (const auto &isSame : rules) {
        for (qsizetype i = 0; i < others.size(); ++i) {
            for (qsizetype k = 0; pairs.at(i) < 0 && k < present.size(); ++k) {
                if (!isTaken.at(k) && isSame(others.at(i), present.at(k))) {
                    pairs[i] = k;
                    isTaken[k] = true;
                }
            }
        }
    }
    return pairs;
}

int nextFree(const QList<Entry> &others, const QList<Entry> &present)
{
    constexpr int highest = 1'000'000'000; // others are not in the way
    int next = 0;
    for (const QList<Entry> *list : {&others, &present}) {
        for (const Entry &entry : *list) {
            for (const int number : {entry.number.toInt(), entry.json.value(u"uid").toInt()}) {
                if (number < highest)
                    next = std::max(next, number + 1);
            }
        }
    }
    return next;
}

// As many places in the list as before; where the order of those that both have is the same, the very places.
void alignPlaces(QList<Entry> &others, const QList<qsizetype> &pairs, const QList<Entry> &present)
{
    const QString key = u"displayIndex"_s;
    QList<qsizetype> both; // of `others`, as they stand there
    for (qsizetype i = 0; i < others.size(); ++i) {
        if (pairs.at(i) < 0)
            continue;
        if (!others.at(i).json.value(key).isNumber() || !present.at(pairs.at(i)).json.value(key).isNumber())
            return;
        both.append(i);
    }
    std::ranges::stable_sort(both, {}, [&](qsizetype i) { return others.at(i).json.value(key).toDouble(); });
    const auto placeOf = [&](qsizetype i) { return present.at(pairs.at(i)).json.value(key); };
    QList<Json> places;
    for (const qsizetype i : std::as_const(both))
        places.append(placeOf(i));
    std::ranges::stable_sort(places, {}, [](const Json &place) { return place.toDouble(); });
    for (qsizetype n = 0; n < both.size(); ++n)
        others[both.at(n)].json.set(key, places.at(n));
}

Json alignedWorld(const Json &other, const Json &present)
{
    const auto entriesOf = [](const Json &book) {
        QList<Entry> entries;
        const Json list = book.value(u"entries");
        for (const Json::Member &member : list.members())
            entries.append(entryOf(member.value, member.key));
        return entries;
    };
    if (!other.value(u"entries").isObject() || !present.value(u"entries").isObject())
        return other;
    QList<Entry> others = entriesOf(other);
    const QList<Entry> now = entriesOf(present);
    const QList<qsizetype> pairs = paired(others, now);
    int next = nextFree(others, now);
    alignPlaces(others, pairs, now);
    Json entries = Json::object();
    for (qsizetype i = 0; i < others.size(); ++i) {
        const bool isPaired = pairs.at(i) >= 0;
        const QString number = isPaired ? now.at(pairs.at(i)).number : QString::number(next);
        Json entry = others.at(i).json;
        entry.set(u"uid"_s, isPaired ? now.at(pairs.at(i)).json.value(u"uid") : Json(next));
        next += isPaired ? 0 : 1;
        entries.set(number, entry);
    }
    Json aligned = other;
    aligned.set(u"entries"_s, entries);
    return aligned;
}

// Entries of a card's lorebook are a list; `id` may be missing.
Json alignedCardBook(const Json &other, const Json &present)
{
    const auto entriesOf = [](const Json &book) {
        QList<Entry> entries;
        const Json list = book.value(u"entries");
        for (const Json &entry : list.items())
            entries.append(entryOf(entry, entry.value(u"id").toText()));
        return entries;
    };
    const QList<Entry> others = entriesOf(other);
    const QList<Entry> now = entriesOf(present);
    if (std::ranges::any_of(now, [](const Entry &entry) { return entry.number.isEmpty(); }))
        return other; // told apart by their titles, if at all
    const QList<qsizetype> pairs = paired(others, now);
    int next = nextFree(others, now);
    Json entries = Json::array();
    for (qsizetype i = 0; i < others.size(); ++i) {
        Json entry = others.at(i).json;
        entry.set(u"id"_s, pairs.at(i) >= 0 ? now.at(pairs.at(i)).json.value(u"id") : Json(next++));
        entries.append(entry);
    }
    Json aligned = other;
    aligned.set(u"entries"_s, entries);
    return aligned;
}

} // namespace

Json alignedDocument(DocumentKind kind, const Json &other, const Json &present)
{
    if (kind == DocumentKind::Lorebook)
        return alignedWorld(other, present);
    if (kind != DocumentKind::Card)
        return other;
    const QString book = u"character_book"_s;
    Json data = other.value(u"data");
    const Json presentBook = present.value(u"data").value(book);
    if (!data.value(book).isObject() || !presentBook.isObject())
        return other;
    data.set(book, alignedCardBook(data.value(book), presentBook));
    Json aligned = other;
    aligned.set(u"data"_s, data);
    return aligned;
}

} // namespace snug
