#include "core/editing/jsonchanges.h"

#include "core/editing/jsonplaces.h"
#include "core/formats/jsonitems.h"
#include "core/formats/jsontext.h"

#include <QSet>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Which member tells the items of both lists apart; empty if none does.
QString identityKey(const Json &before, const Json &now)
{
    const auto fits = [](const Json &list, const QString &key) {
        QSet<QString> seen;
        return std::ranges::all_of(list.items(), [&](const Json &item) {
            const Json own = item.value(key);
            const qsizetype count = seen.size();
            seen.insert(own.toText());
            return (own.isString() || own.isNumber()) && seen.size() > count;
        });
    };
    for (const QString &key :
         {u"identifier"_s, u"uid"_s, u"id"_s, u"character_id"_s, u"comment"_s, u"name"_s}) {
        if (fits(before, key) && fits(now, key))
            return key;
    }
    return {};
}

QString textOf(const Json &value)
{
    if (value.isUndefined())
        return {};
    return value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
}

qsizetype indexOf(const Json &list, const QString &key, const QString &identity)
{
    const auto found = std::ranges::find_if(
        list.items(), [&](const Json &item) { return item.value(key).toText() == identity; });
    return found == list.items().end() ? -1 : found - list.items().begin();
}

struct Place
{
    Place inside(const QString &part, const JsonStep &step) const
    {
        return {insidePlace(words, part), path + QList{step}};
    }

    QString words;
    QList<JsonStep> path;
};

class Comparing
{
public:
    explicit Comparing(const QHash<QString, QString> &names)
        : m_names(names)
    {
    }
    void compare(const Place &place, const Json &before, const Json &now);
    QList<JsonChange> changes;

private:
    // An item of a preset's order has no name but its block's.
    QString titleOf(const Json &item, const QString &identity) const
    {
        return itemTitle(item, m_names.value(identity, identity));
    }
    void compareObjects(const Place &place, const Json &before, const Json &now);
    void compareOrders(const Place &place, const QStringList &before, const QStringList &now,
                       const Json &items);
    void compareItems(const Place &place, const Json &before, const Json &now, const QString &key);

    const QHash<QString, QString> m_names;
};

void Comparing::compare(const Place &place, const Json &before, const Json &now)
{
    if (before.isSameAs(now) || before == now)
        return;
    if (before.isObject() && now.isObject())
        return compareObjects(place, before, now);
    if (before.isArray() && now.isArray()) {
        if (const QString key = identityKey(before, now); !key.isEmpty() && before.size() + now.size() > 0)
            return compareItems(place, before, now, key);
    }
    changes.append(
        {place.words, textOf(before), textOf(now), before.isUndefined(), now.isUndefined(), place.path});
}

// Lorebooks say of each of their entries where it stands in the list.
const QString placeKey = u"displayIndex"_s;

// The keys that both have, as their values stand; nothing where these do not say so.
std::optional<QStringList> placedKeys(const Json &object, const Json &other)
{
    QList<std::pair<double, QString>> keys;
    for (const Json::Member &member : object.members()) {
        const std::optional<double> at = member.value.value(placeKey).asDouble();
        if (!at)
            return {};
        if (other.contains(member.key))
            keys.append({*at, member.key});
    }
    std::ranges::stable_sort(keys, {}, &std::pair<double, QString>::first);
    QStringList sorted;
    for (const auto &[at, key] : std::as_const(keys))
        sorted.append(key);
    return sorted;
}

void Comparing::compareOrders(const Place &place, const QStringList &before, const QStringList &now,
                              const Json &items)
{
    const auto names = [&](const QStringList &keys) {
        QStringList titles;
        for (const QString &key : keys)
            titles.append(itemTitle(items.value(key), key));
        return titles.join(u'\n');
    };
    const Place order = place.inside(orderWord(), {JsonStep::Kind::Order, placeKey});
    changes.append({order.words, names(before), names(now), false, false, order.path});
}

void Comparing::compareObjects(const Place &place, const Json &before, const Json &now)
{
    const std::optional<QStringList> order = placedKeys(now, before);
    const std::optional<QStringList> orderBefore = placedKeys(before, now);
    const bool isMoved = order && orderBefore && *order != *orderBefore;
    // Where they stand is told once, of all of them.
    const auto withoutPlace = [&](const Json::Member &member) {
        Json then = before.value(member.key);
        if (isMoved && then.isObject())
            then.set(placeKey, member.value.value(placeKey));
        return then;
    };
    // Lorebooks keep their entries in an object by number.
    const auto part = [](const Json::Member &member) {
        bool isNumber = false;
        member.key.toInt(&isNumber);
        return isNumber ? itemTitle(member.value, member.key) : member.key;
    };
    for (const Json::Member &member : now.members())
        compare(place.inside(part(member), {JsonStep::Kind::Member, member.key}), withoutPlace(member),
                member.value);
    for (const Json::Member &member : before.members()) {
        if (!now.contains(member.key))
            compare(place.inside(part(member), {JsonStep::Kind::Member, member.key}), member.value, Json());
    }
    if (isMoved)
        compareOrders(place, *orderBefore, *order, now);
}

void Comparing::compareItems(const Place &place, const Json &before, const Json &now, const QString &key)
{
    const auto find = [&](const Json &list, const QString &identity) {
        return list.at(indexOf(list, key, identity));
    };
    const auto inside = [&](const Json &item, const QString &identity) {
        return place.inside(titleOf(item, identity), {JsonStep::Kind::Item, key, identity});
    };
    QStringList order;
    for (const Json &item : now.items()) {
        const QString identity = item.value(key).toText();
        compare(inside(item, identity), find(before, identity), item);
        order.append(identity);
    }
    QStringList kept;
    for (const Json &item : before.items()) {
        const QString identity = item.value(key).toText();
        if (order.contains(identity))
            kept.append(identity);
        else
            compare(inside(item, identity), item, Json());
    }
    order.removeIf([&](const QString &identity) { return !kept.contains(identity); });
    if (order == kept)
        return;
    const auto names = [&](const QStringList &identities) {
        QStringList titles;
        for (const QString &identity : identities)
            titles.append(titleOf(find(now, identity), identity));
        return titles.join(u'\n');
    };
    const Place orderPlace = place.inside(orderWord(), {JsonStep::Kind::Order, key});
    changes.append({orderPlace.words, names(kept), names(order), false, false, orderPlace.path});
}

Json placed(Json now, const Json &before, std::span<const JsonStep> path);

// The items that both have, in the other order, in the places that they have among the rest.
Json reordered(Json now, const Json &before, const QString &key)
{
    QList<qsizetype> places;
    QList<Json> items;
    for (const Json &item : before.items()) {
        if (const qsizetype at = indexOf(now, key, item.value(key).toText()); at >= 0) {
            places.append(at);
            items.append(now.at(at));
        }
    }
    std::ranges::sort(places);
    for (qsizetype i = 0; i < places.size(); ++i)
        now.setAt(places.at(i), items.at(i));
    return now;
}

// The same of an object's values, which say their places themselves.
Json replaced(Json now, const Json &before)
{
    for (const Json::Member &member : before.members()) {
        if (Json item = now.value(member.key); item.isObject()) {
            item.set(placeKey, member.value.value(placeKey));
            now.set(member.key, item);
        }
    }
    return now;
}

Json withItem(Json now, const Json &before, std::span<const JsonStep> path)
{
    const JsonStep &step = path.front();
    const qsizetype here = indexOf(now, step.key, step.identity);
    const qsizetype there = indexOf(before, step.key, step.identity);
    if (here >= 0 && there >= 0) {
        now.setAt(here, placed(now.at(here), before.at(there), path.subspan(1)));
    } else if (here >= 0) {
        now.removeAt(here);
    } else if (there >= 0) { // behind the nearest of those in front of it that is still there
        qsizetype at = 0;
        for (qsizetype i = there - 1; i >= 0 && at == 0; --i)
            at = indexOf(now, step.key, before.at(i).value(step.key).toText()) + 1;
        QList<Json> items = now.items();
        items.insert(at, before.at(there));
        now = withItems(now, items);
    }
    return now;
}

Json placed(Json now, const Json &before, std::span<const JsonStep> path)
{
    if (path.empty())
        return before;
    const JsonStep &step = path.front();
    switch (step.kind) {
    case JsonStep::Kind::Member: // one that is not there is Undefined, which removes it
        now.set(step.key, placed(now.value(step.key), before.value(step.key), path.subspan(1)));
        return now;
    case JsonStep::Kind::Item:
        return withItem(now, before, path);
    case JsonStep::Kind::Order:
        return now.isObject() ? replaced(now, before) : reordered(now, before, step.key);
    }
    return now;
}

} // namespace

Json withPlaceOf(const Json &now, const Json &before, const JsonChange &change)
{
    return placed(now, before, change.path);
}

QList<JsonChange> changesBetween(const Json &before, const Json &now)
{
    QHash<QString, QString> names = blockNames(before);
    names.insert(blockNames(now));
    Comparing comparing(names);
    comparing.compare({}, before, now);
    return comparing.changes;
}

} // namespace snug
