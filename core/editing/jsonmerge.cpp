#include "core/editing/jsonmerge.h"

#include "core/editing/jsonplaces.h"
#include "core/formats/jsonitems.h"

#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What tells the items of a list apart, by their member of this key.
class ItemIdentity
{
public:
    explicit ItemIdentity(const QString &key = {})
        : m_key(key)
    {
    }

    bool isKnown() const { return !m_key.isEmpty(); }
    QString operator()(const Json &item) const { return item.value(m_key).toText(); }

    // Every item has one of its own.
    bool fits(const Json &list) const
    {
        QSet<QString> seen;
        return std::ranges::all_of(list.items(), [&](const Json &item) {
            const Json own = item.value(m_key);
            if (!own.isString() && !own.isNumber())
                return false;
            const qsizetype before = seen.size();
            seen.insert(own.toText());
            return seen.size() > before;
        });
    }

private:
    QString m_key;
};

ItemIdentity identityOf(const Json &base, const Json &ours, const Json &theirs)
{
    for (const QString &key : {u"identifier"_s, u"uid"_s, u"id"_s, u"character_id"_s}) {
        const ItemIdentity identity(key);
        if (identity.fits(base) && identity.fits(ours) && identity.fits(theirs))
            return identity;
    }
    return ItemIdentity();
}

// The items of one list by their identities, and their order.
struct ItemList
{
    QStringList order;
    QMap<QString, Json> items;

    ItemList(const Json &list, const ItemIdentity &identity)
    {
        for (const Json &item : list.items()) {
            order.append(identity(item));
            items.insert(order.last(), item);
        }
    }
};

QStringList keptOf(const QStringList &order, const QMap<QString, Json> &others)
{
    QStringList kept;
    for (const QString &each : order) {
        if (others.contains(each))
            kept.append(each);
    }
    return kept;
}

bool isMoved(const ItemList &before, const ItemList &after)
{
    return keptOf(before.order, after.items) != keptOf(after.order, before.items);
}

// `main` with what only `other` has, each behind what stands before it there.
QStringList woven(const QStringList &main, const QStringList &other)
{
    QStringList order = main;
    qsizetype place = 0;
    for (const QString &each : other) {
        if (const qsizetype known = order.indexOf(each); known >= 0)
            place = known + 1;
        else
            order.insert(place++, each);
    }
    return order;
}

QString childPath(const QString &path, QString key)
{
    key.replace(u'.', u"\\."_s);
    return path.isEmpty() ? key : path + u'.' + key;
}

class Merger
{
public:
    Merger(const MergeAnswers &answers, const QHash<QString, QString> &names)
        : m_answers(answers)
        , m_names(names)
    {
    }

    QList<MergeConflict> conflicts;

    Json merge(const QString &path, const QString &place, const Json &base, const Json &ours,
               const Json &theirs)
    {
        if (ours == theirs || base == theirs)
            return ours;
        if (base == ours)
            return theirs;
        if (base.isObject() && ours.isObject() && theirs.isObject())
            return mergeObjects(path, place, base, ours, theirs);
        if (base.isArray() && ours.isArray() && theirs.isArray()) {
            if (const ItemIdentity identity = identityOf(base, ours, theirs); identity.isKnown())
                return mergeLists(path, place, base, ours, theirs, identity);
        }
        return choose(path, place, base, ours, theirs);
    }

private:
    Json choose(const QString &path, const QString &place, const Json &base, const Json &ours,
                const Json &theirs)
    {
        conflicts.append({path, place, base, ours, theirs});
        if (const auto text = m_answers.texts.constFind(path); text != m_answers.texts.cend())
            return Json(*text);
        return m_answers.theirsAt.contains(path) ? theirs : ours;
    }

    Json mergeObjects(const QString &path, const QString &place, const Json &base, const Json &ours,
                      const Json &theirs)
    {
        Json merged = ours;
        QSet<QString> seen;
        for (const Json &side : {ours, theirs}) {
            for (const Json::Member &member : side.members()) {
                if (seen.contains(member.key))
                    continue;
                seen.insert(member.key);
                const Json own = ours.value(member.key);
                // Lorebooks keep their entries in an object by number.
                bool isNumber = false;
                member.key.toInt(&isNumber);
                const Json value =
                    merge(childPath(path, member.key),
                          insidePlace(place, isNumber ? itemTitle(member.value, member.key) : member.key),
                          base.value(member.key), own, theirs.value(member.key));
                if (!value.isSameAs(own))
                    merged.set(member.key, value);
            }
        }
        return merged;
    }

    Json mergeLists(const QString &path, const QString &place, const Json &base, const Json &ours,
                    const Json &theirs, const ItemIdentity &identity)
    {
        const ItemList before(base, identity);
        const ItemList own(ours, identity);
        const ItemList other(theirs, identity);
        QList<Json> merged;
        for (const QString &each : mergedOrder(path, place, before, own, other)) {
            const Json named = own.items.contains(each) ? own.items.value(each) : other.items.value(each);
            const Json item = merge(u"%1[%2]"_s.arg(path, each), insidePlace(place, titleOf(named, each)),
                                    before.items.value(each), own.items.value(each), other.items.value(each));
            if (!item.isUndefined())
                merged.append(item);
        }
        const auto isSame = [](const Json &a, const Json &b) { return a.isSameAs(b); };
        return std::ranges::equal(merged, ours.items(), isSame) ? ours : withItems(ours, merged);
    }

    QStringList mergedOrder(const QString &path, const QString &place, const ItemList &before,
                            const ItemList &own, const ItemList &other)
    {
        const bool weMoved = isMoved(before, own);
        const bool theyMoved = isMoved(before, other);
        bool takesTheirs = theyMoved && !weMoved;
        if (weMoved && theyMoved && isMoved(own, other)) {
            const auto named = [&](const QStringList &order) { // as people know them
                QStringList titles;
                for (const QString &each : order)
                    titles.append(titleOf(
                        own.items.value(each, other.items.value(each, before.items.value(each))), each));
                return Json(titles);
            };
            const QString at = path + u"[order]"_s;
            choose(at, insidePlace(place, orderWord()), named(before.order), named(own.order),
                   named(other.order));
            takesTheirs = m_answers.theirsAt.contains(at);
        }
        return takesTheirs ? woven(other.order, own.order) : woven(own.order, other.order);
    }

    // An item of a preset's order has no name but its block's.
    QString titleOf(const Json &item, const QString &identity) const
    {
        return itemTitle(item, m_names.value(identity, identity));
    }

    const MergeAnswers &m_answers;
    const QHash<QString, QString> m_names;
};

} // namespace

JsonMerge mergeJson(const Json &base, const Json &ours, const Json &theirs, const MergeAnswers &answers)
{
    QHash<QString, QString> names = blockNames(theirs);
    names.insert(blockNames(ours));
    Merger merger(answers, names);
    Json merged = merger.merge({}, {}, base, ours, theirs);
    return {std::move(merged), std::move(merger.conflicts)};
}

} // namespace snug
