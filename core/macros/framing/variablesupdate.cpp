#include "core/macros/framing/variablesupdate.h"

#include "core/macros/framing/valuetext.h"
#include "core/macros/framing/variablepath.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

enum class ArrayMerge : quint8 { Replace, Concat, Prepend, Union };

// Equal for equal values, whatever the order of their members.
QString canonical(const Json &value)
{
    QStringList parts;
    if (value.isArray()) {
        for (const Json &item : value.items())
            parts.append(canonical(item));
        return u'[' + parts.join(u',') + u']';
    }
    if (value.isObject()) {
        for (const Json::Member &member : value.members())
            parts.append(valueLiteral(Json(member.key)) + u':' + canonical(member.value));
        parts.sort();
        return u'{' + parts.join(u',') + u'}';
    }
    return valueLiteral(value);
}

Json mergedArrays(const Json &base, const Json &changes, ArrayMerge merge)
{
    switch (merge) {
    case ArrayMerge::Replace:
        return changes;
    case ArrayMerge::Concat:
        return Json::array(base.items() + changes.items());
    case ArrayMerge::Prepend:
        return Json::array(changes.items() + base.items());
    case ArrayMerge::Union:
        break;
    }
    QList<Json> items;
    QSet<QString> seen;
    for (const Json &item : base.items() + changes.items()) {
        const QString key = canonical(item);
        if (!seen.contains(key))
            items.append(item);
        seen.insert(key);
    }
    return Json::array(items);
}

Json merged(const Json &base, const Json &changes, ArrayMerge merge)
{
    if (base.isArray() && changes.isArray())
        return mergedArrays(base, changes, merge);
    if (!base.isObject() || !changes.isObject())
        return changes;
    Json result = base;
    for (const Json::Member &member : changes.members())
        result.set(member.key, base.contains(member.key) ? merged(base.value(member.key), member.value, merge)
                                                         : member.value);
    return result;
}

// union_by_key is the union of whole items: the published program takes no notice of the key.
ArrayMerge arrayMerge(const QString &name)
{
    if (name == u"concat")
        return ArrayMerge::Concat;
    if (name == u"prepend")
        return ArrayMerge::Prepend;
    return name == u"union" || name == u"union_by_key" ? ArrayMerge::Union : ArrayMerge::Replace;
}

Json objectOrEmpty(const Json &value)
{
    return value.isObject() ? value : Json::object();
}

} // namespace

Json updatedVariables(const Json &base, const Json &changes, const QString &operation, const Json &options)
{
    const QString name = operation.toLower();
    const Json from = objectOrEmpty(base);
    const Json to = objectOrEmpty(changes);
    Json result;
    if (name == u"replace") {
        result = changes.isObject()   ? changes
                 : !isTruthy(changes) ? Json::object()
                                      : Json::object({{u"value"_s, changes}});
    } else if (name == u"shallow_merge" || name == u"shallow") {
        result = from;
        for (const Json::Member &member : to.members())
            result.set(member.key, member.value);
    } else if (name == u"append" || name == u"concat") {
        result = merged(from, to, ArrayMerge::Concat);
    } else if (name == u"union" || name == u"union_all") {
        result = merged(from, to, ArrayMerge::Union);
    } else {
        result =
            merged(from, to, arrayMerge(options.value(u"array_strategy").toText(u"replace"_s).toLower()));
    }
    const Json removed = options.value(u"remove_paths");
    for (const Json &path : removed.items()) {
        if (path.isString() || path.isNumber() || path.isBool())
            removeVariableAt(result, valueText(path));
    }
    return result;
}

} // namespace snug::framing
