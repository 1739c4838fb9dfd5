#include "core/library/lorebookedits.h"

#include <QSet>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Places in Lorebook::entries, as they are listed.
QList<qsizetype> listed(const Lorebook &book)
{
    QList<qsizetype> rows(book.entries.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::ranges::stable_sort(rows, {}, [&](qsizetype i) { return book.entries[i].displayIndex; });
    return rows;
}

// What an entry is listed by.
using ListKey = std::pair<qint64, qsizetype>; // displayIndex, place in the file

ListKey keyOf(const Lorebook &book, qsizetype row)
{
    return {book.entries.at(row).displayIndex, row};
}

// Which of the rows can keep their keys, as many as can be: a longest rising subsequence.
QList<bool> keptRows(const Lorebook &book, const QList<qsizetype> &rows, qsizetype firstNew)
{
    QList<qsizetype> ends; // by length - 1: the place in `rows` of the least key that ends such a sequence
    QList<qsizetype> previous(rows.size(), -1);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (rows.at(i) >= firstNew)
            continue;
        const auto place = std::ranges::lower_bound(ends, keyOf(book, rows.at(i)), {},
                                                    [&](qsizetype end) { return keyOf(book, rows.at(end)); });
        const qsizetype length = std::distance(ends.begin(), place);
        previous[i] = length > 0 ? ends.at(length - 1) : -1;
        if (place == ends.end())
            ends.append(i);
        else
            *place = i;
    }
    QList<bool> kept(rows.size(), false);
    for (qsizetype i = ends.isEmpty() ? -1 : ends.last(); i >= 0; i = previous.at(i))
        kept[i] = true;
    return kept;
}

constexpr qint64 leastIndex = -(qint64(1) << 30); // far from what a number in a file may be
constexpr qint64 mostIndex = qint64(1) << 30;

// Numbers for rows[from, to) between two keys; empty where there is no room.
QList<qint64> numbersBetween(const QList<qsizetype> &rows, qsizetype from, qsizetype to,
                             const std::optional<ListKey> &low, const std::optional<ListKey> &high)
{
    const qint64 count = to - from;
    QList<qint64> numbers;
    if (!low && high) {
        for (qint64 i = 0; i < count; ++i)
            numbers.append(high->first - count + i);
        return numbers.first() < leastIndex ? QList<qint64>() : numbers;
    }
    const qint64 first = low ? low->first : -1;
    if (!high || high->first - first > count) {
        for (qint64 i = 1; i <= count; ++i)
            numbers.append(high ? first + (high->first - first) * i / (count + 1) : first + i);
        return numbers.last() > mostIndex ? QList<qint64>() : numbers;
    }
    ListKey last = *low; // no room for numbers of their own: equal ones stand as in the file
    for (qsizetype i = from; i < to; ++i) {
        last = {rows.at(i) > last.second ? last.first : last.first + 1, rows.at(i)};
        numbers.append(last.first);
    }
    return last < *high ? numbers : QList<qint64>();
}

int freeUid(const Lorebook &book)
{
    int uid = 0;
    for (const LoreEntry &entry : book.entries)
        uid = std::max(uid, entry.uid + 1);
    return uid;
}

QSet<int> setOf(const QList<int> &uids)
{
    return QSet<int>(uids.cbegin(), uids.cend());
}

QVariant combined(const QVariant &before, const QVariant &value, FieldKind kind, LoreChange change)
{
    if (change == LoreChange::Set)
        return value;
    switch (kind) {
    case FieldKind::List: {
        QStringList list = before.toStringList();
        const QStringList wanted = value.toStringList();
        if (change == LoreChange::Remove)
            list.removeIf([&](const QString &each) { return wanted.contains(each); });
        for (const QString &each : wanted) {
            if (change == LoreChange::Add && !list.contains(each))
                list.append(each);
        }
        return list;
    }
    case FieldKind::Whole:
    case FieldKind::Number:
        return change == LoreChange::Add ? QVariant(before.toDouble() + value.toDouble()) : value;
    default:
        return value;
    }
}

// The object that holds the book's own keys: in some files they stand under `data`.
bool isInData(const Json &document)
{
    return !document.contains(u"entries") && document.value(u"data").contains(u"entries");
}

} // namespace

void listEntries(Lorebook &book, const QList<qsizetype> &rows, qsizetype firstNew)
{
    const Lorebook before = book;
    QList<bool> kept = keptRows(before, rows, firstNew);
    qsizetype from = 0;
    while (from < rows.size()) {
        if (kept.at(from)) {
            ++from;
            continue;
        }
        qsizetype to = from;
        while (to < rows.size() && !kept.at(to))
            ++to;
        const std::optional<ListKey> low =
            from > 0 ? std::optional(keyOf(book, rows.at(from - 1))) : std::nullopt;
        const std::optional<ListKey> high =
            to < rows.size() ? std::optional(keyOf(before, rows.at(to))) : std::nullopt;
        const QList<qint64> numbers = numbersBetween(rows, from, to, low, high);
        if (numbers.isEmpty() && high) { // the next one makes room
            kept[to] = false;
            continue;
        }
        if (numbers.isEmpty()) { // no numbers are left: all anew
            for (qsizetype i = 0; i < rows.size(); ++i)
                book.entries[rows.at(i)].displayIndex = int(i);
            return;
        }
        for (qsizetype i = from; i < to; ++i) {
            if (std::as_const(book).entries.at(rows.at(i)).displayIndex != numbers.at(i - from))
                book.entries[rows.at(i)].displayIndex = int(numbers.at(i - from));
        }
        from = to;
    }
}

LorebookEdit insertedEntry(const Lorebook &book, int before, LoreEntry entry)
{
    LorebookEdit edit{book, {}};
    entry.uid = freeUid(book);
    QList<qsizetype> rows = listed(book);
    const auto place = std::ranges::find_if(
        rows, [&](qsizetype row) { return before >= 0 && book.entries[row].uid == before; });
    rows.insert(place, book.entries.size());
    edit.book.entries.append(entry);
    listEntries(edit.book, rows, book.entries.size());
    edit.uids.append(entry.uid);
    return edit;
}

LorebookEdit duplicatedEntries(const Lorebook &book, const QList<int> &uids)
{
    const QSet<int> wanted = setOf(uids);
    LorebookEdit edit{book, {}};
    int uid = freeUid(book);
    QList<qsizetype> rows;
    for (const qsizetype row : listed(book)) {
        rows.append(row);
        if (!wanted.contains(book.entries[row].uid))
            continue;
        LoreEntry copy = book.entries[row];
        copy.uid = uid++;
        rows.append(edit.book.entries.size());
        edit.uids.append(copy.uid);
        edit.book.entries.append(copy);
    }
    listEntries(edit.book, rows, book.entries.size());
    return edit;
}

Lorebook withoutEntries(const Lorebook &book, const QList<int> &uids)
{
    const QSet<int> unwanted = setOf(uids);
    Lorebook result = book;
    result.entries.removeIf([&](const LoreEntry &entry) { return unwanted.contains(entry.uid); });
    return result;
}

Lorebook movedEntries(const Lorebook &book, const QList<int> &uids, int by)
{
    const QSet<int> moving = setOf(uids);
    Lorebook result = book;
    QList<qsizetype> rows = listed(book);
    const auto moves = [&](qsizetype row) { return moving.contains(book.entries[row].uid); };
    if (by < 0) {
        for (qsizetype i = 1; i < rows.size(); ++i) {
            if (moves(rows[i]) && !moves(rows[i - 1]))
                rows.swapItemsAt(i, i - 1);
        }
    } else {
        for (qsizetype i = rows.size() - 2; i >= 0; --i) {
            if (moves(rows[i]) && !moves(rows[i + 1]))
                rows.swapItemsAt(i, i + 1);
        }
    }
    if (rows != listed(book))
        listEntries(result, rows);
    return result;
}

Lorebook listedAs(const Lorebook &book, const QList<int> &uids)
{
    QHash<int, qsizetype> byUid;
    for (qsizetype i = 0; i < book.entries.size(); ++i)
        byUid.insert(book.entries[i].uid, i);
    const QSet<int> moving = setOf(uids);
    QList<qsizetype> wanted;
    for (const int uid : uids) {
        if (byUid.contains(uid))
            wanted.append(byUid.take(uid)); // each once
    }
    QList<qsizetype> rows = listed(book);
    qsizetype next = 0;
    for (qsizetype &row : rows) {
        if (moving.contains(book.entries[row].uid) && next < wanted.size())
            row = wanted[next++];
    }
    Lorebook result = book;
    listEntries(result, rows);
    return result;
}

Lorebook withField(const Lorebook &book, const QList<int> &uids, LoreField field, const QVariant &value,
                   LoreChange change)
{
    const QSet<int> wanted = setOf(uids);
    const FieldKind kind = loreFieldKind(field);
    const FieldBounds bounds = loreFieldBounds(field);
    const bool isNumber = kind == FieldKind::Whole || kind == FieldKind::Number;
    Lorebook result = book;
    for (LoreEntry &entry : result.entries) {
        if (!wanted.contains(entry.uid))
            continue;
        QVariant changed = combined(loreFieldValue(entry, field), value, kind, change);
        if (change == LoreChange::Add && isNumber)
            changed = std::clamp(changed.toDouble(), bounds.least, bounds.most);
        setLoreFieldValue(entry, field, changed);
    }
    return result;
}

Lorebook withOrders(const Lorebook &book, const QList<int> &uids, double first, double step)
{
    QHash<int, double> orders;
    for (qsizetype i = 0; i < uids.size(); ++i)
        orders.insert(uids[i], first + double(i) * step);
    Lorebook result = book;
    for (LoreEntry &entry : result.entries) {
        if (const auto order = orders.constFind(entry.uid); order != orders.cend())
            entry.order = *order;
    }
    return result;
}

LorebookTraits lorebookTraits(const Lorebook &book)
{
    const Json json = isInData(book.source) ? book.source.value(u"data") : book.source;
    const auto whole = [&](QStringView key) -> std::optional<int> {
        const Json value = json.value(key);
        return value.isNumber() || value.isString() ? std::optional(value.toInt()) : std::nullopt;
    };
    return {json.value(u"description").toText(), whole(u"scan_depth"), whole(u"token_budget"),
            json.value(u"recursive_scanning").asBool()};
}

Lorebook withTraits(const Lorebook &book, const LorebookTraits &traits)
{
    const LorebookTraits before = lorebookTraits(book);
    if (before == traits)
        return book;
    const bool isNested = isInData(book.source);
    Json json = isNested ? book.source.value(u"data") : book.source.isObject() ? book.source : Json::object();
    const auto set = [&](const QString &key, const auto &was, const auto &now) {
        if (was != now)
            json.set(key, now ? Json(*now) : Json());
    };
    if (before.description != traits.description)
        json.set(u"description"_s, traits.description.isEmpty() ? Json() : Json(traits.description));
    set(u"scan_depth"_s, before.scanDepth, traits.scanDepth);
    set(u"token_budget"_s, before.tokenBudget, traits.tokenBudget);
    set(u"recursive_scanning"_s, before.isRecursive, traits.isRecursive);
    Lorebook result = book;
    if (isNested)
        result.source.set(u"data"_s, json);
    else
        result.source = json;
    return result;
}

} // namespace snug
