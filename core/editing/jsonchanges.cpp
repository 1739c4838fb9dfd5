#include "core/editing/jsonchanges.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

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
    for (const QString &key : {u"identifier"_s, u"uid"_s, u"id"_s, u"character_id"_s}) {
        if (fits(before, key) && fits(now, key))
            return key;
    }
    return {};
}

// What an item is called.
QString titleOf(const Json &item, const QString &otherwise)
{
    for (const QStringView key : {u"comment", u"name", u"scriptName"}) {
        if (const QString title = item.value(key).toText(); !title.isEmpty())
            return title;
    }
    return otherwise;
}

QString textOf(const Json &value)
{
    if (value.isUndefined())
        return {};
    return value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
}

class Comparing
{
public:
    void compare(const QString &place, const Json &before, const Json &now);
    QList<JsonChange> changes;

private:
    void compareObjects(const QString &place, const Json &before, const Json &now);
    void compareItems(const QString &place, const Json &before, const Json &now, const QString &key);

    static QString inside(const QString &place, const QString &part)
    {
        return place.isEmpty() ? part : QString(place + u" › " + part);
    }
};

void Comparing::compare(const QString &place, const Json &before, const Json &now)
{
    if (before.isSameAs(now) || before == now)
        return;
    if (before.isObject() && now.isObject())
        return compareObjects(place, before, now);
    if (before.isArray() && now.isArray()) {
        if (const QString key = identityKey(before, now); !key.isEmpty() && before.size() + now.size() > 0)
            return compareItems(place, before, now, key);
    }
    changes.append({place, textOf(before), textOf(now), before.isUndefined(), now.isUndefined()});
}

void Comparing::compareObjects(const QString &place, const Json &before, const Json &now)
{
    // Lorebooks keep their entries in an object by number.
    const auto part = [](const Json::Member &member) {
        bool isNumber = false;
        member.key.toInt(&isNumber);
        return isNumber ? titleOf(member.value, member.key) : member.key;
    };
    for (const Json::Member &member : now.members())
        compare(inside(place, part(member)), before.value(member.key), member.value);
    for (const Json::Member &member : before.members()) {
        if (!now.contains(member.key))
            compare(inside(place, part(member)), member.value, Json());
    }
}

void Comparing::compareItems(const QString &place, const Json &before, const Json &now, const QString &key)
{
    const auto find = [&](const Json &list, const QString &identity) {
        for (const Json &item : list.items()) {
            if (item.value(key).toText() == identity)
                return item;
        }
        return Json();
    };
    QStringList order;
    for (const Json &item : now.items()) {
        const QString identity = item.value(key).toText();
        compare(inside(place, titleOf(item, identity)), find(before, identity), item);
        order.append(identity);
    }
    QStringList kept;
    for (const Json &item : before.items()) {
        const QString identity = item.value(key).toText();
        if (order.contains(identity))
            kept.append(identity);
        else
            compare(inside(place, titleOf(item, identity)), item, Json());
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
    changes.append({inside(place, QCoreApplication::translate("JsonChanges", "order")), names(kept),
                    names(order), false, false});
}

} // namespace

QList<JsonChange> changesBetween(const Json &before, const Json &now)
{
    Comparing comparing;
    comparing.compare({}, before, now);
    return comparing.changes;
}

} // namespace snug
