// What can be called on lists and objects: {{ names.slice(1) }}. As in the host language, some change
// the list itself; it is the render's own copy.
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"
#include "core/templates/templateoutput.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;
using Items = std::vector<TemplateValue>;

size_t place(Value value, size_t size, size_t otherwise)
{
    if (value.isUndefined())
        return otherwise;
    const qint64 at = templateInteger(value);
    return size_t(at < 0 ? std::max<qint64>(0, qint64(size) + at) : std::min<qint64>(at, qint64(size)));
}

bool isSameItem(Value a, Value b) // NaN is itself
{
    return areStrictlyEqual(a, b) ||
           (a.isNumber() && b.isNumber() && std::isnan(*a.number()) && std::isnan(*b.number()));
}

TemplateValue push(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    Items &items = value.list()->items;
    items.insert(items.end(), arguments.values.begin(), arguments.values.end());
    rendering.spend(qsizetype(arguments.size()) * 16);
    return qsizetype(items.size());
}

TemplateValue pop(TemplateEvaluation &, Value value, Arguments)
{
    Items &items = value.list()->items;
    if (items.empty())
        return {};
    const TemplateValue last = items.back();
    items.pop_back();
    return last;
}

TemplateValue shift(TemplateEvaluation &rendering, Value value, Arguments)
{
    Items &items = value.list()->items;
    if (items.empty() || !rendering.step(qsizetype(items.size()) / 8))
        return {};
    const TemplateValue first = items.front();
    items.erase(items.begin());
    return first;
}

TemplateValue unshift(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    Items &items = value.list()->items;
    rendering.step(qsizetype(items.size()) / 8);
    rendering.spend(qsizetype(arguments.size()) * 16);
    items.insert(items.begin(), arguments.values.begin(), arguments.values.end());
    return qsizetype(items.size());
}

TemplateValue slice(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const Items &items = value.list()->items;
    const size_t from = place(arguments.at(0), items.size(), 0);
    const size_t to = std::max(from, place(arguments.at(1), items.size(), items.size()));
    return rendering.heap().list(Items(items.begin() + qsizetype(from), items.begin() + qsizetype(to)));
}

TemplateValue splice(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    Items &items = value.list()->items;
    if (arguments.size() == 0)
        return rendering.heap().list();
    const size_t from = place(arguments.at(0), items.size(), 0);
    const size_t rest = items.size() - from;
    const size_t count = arguments.size() < 2
                             ? rest
                             : size_t(std::clamp<qint64>(templateInteger(arguments.at(1)), 0, qint64(rest)));
    const auto begin = items.begin() + qsizetype(from);
    Items taken(begin, begin + qsizetype(count));
    items.erase(begin, begin + qsizetype(count));
    if (arguments.size() > 2)
        items.insert(items.begin() + qsizetype(from), arguments.values.begin() + 2, arguments.values.end());
    rendering.step(qsizetype(rest) / 8);
    rendering.spend(qsizetype(arguments.size()) * 16);
    return rendering.heap().list(std::move(taken));
}

TemplateValue concat(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    Items items = value.list()->items;
    for (const TemplateValue &argument : arguments.values) {
        if (!rendering.spend(qsizetype(items.size()) * 16))
            return {};
        if (const TemplateList *list = argument.list())
            items.insert(items.end(), list->items.begin(), list->items.end());
        else
            items.push_back(argument);
    }
    return rendering.heap().list(std::move(items));
}

TemplateValue join(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const QString separator = arguments.at(0).isUndefined() ? u","_s : templateText(arguments.at(0));
    std::vector<TemplateText> texts;
    qsizetype size = 0;
    for (const TemplateValue &item : value.list()->items) {
        texts.push_back(item.isMissing() ? TemplateText{} : textOf(item));
        size += texts.back().text.size() + (texts.size() > 1 ? separator.size() : 0);
        if (!rendering.step())
            return {};
    }
    if (size > rendering.limits().methodText)
        return rendering.failLimit(u"join"_s, size);
    TemplateOutput output;
    rendering.spend(size);
    for (size_t i = 0; i < texts.size(); ++i) {
        if (i > 0)
            output.append(separator, -1, 0, 0);
        output.append(texts[i], 0, 0);
    }
    return output.taken(false);
}

TemplateValue reverse(TemplateEvaluation &rendering, Value value, Arguments)
{
    rendering.step(qsizetype(value.list()->items.size()) / 8);
    std::ranges::reverse(value.list()->items);
    return value;
}

TemplateValue toReversed(TemplateEvaluation &rendering, Value value, Arguments)
{
    rendering.step(qsizetype(value.list()->items.size()) / 8);
    Items items = value.list()->items;
    std::ranges::reverse(items);
    return rendering.heap().list(std::move(items));
}

TemplateValue indexOf(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (!rendering.stepOverEach(*value.list(), arguments.at(0)))
        return {};
    const Items &items = value.list()->items;
    for (size_t i = place(arguments.at(1), items.size(), 0); i < items.size(); ++i) {
        if (areStrictlyEqual(items[i], arguments.at(0)))
            return qsizetype(i);
    }
    return -1;
}

TemplateValue lastIndexOf(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (!rendering.stepOverEach(*value.list(), arguments.at(0)))
        return {};
    const Items &items = value.list()->items;
    for (size_t i = items.size(); i > 0; --i) {
        if (areStrictlyEqual(items[i - 1], arguments.at(0)))
            return qsizetype(i) - 1;
    }
    return -1;
}

TemplateValue includes(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (!rendering.stepOverEach(*value.list(), arguments.at(0)))
        return {};
    return std::ranges::any_of(value.list()->items,
                               [&](const auto &item) { return isSameItem(item, arguments.at(0)); });
}

TemplateValue at(TemplateEvaluation &, Value value, Arguments arguments)
{
    const Items &items = value.list()->items;
    const qint64 wanted = templateInteger(arguments.at(0));
    const qint64 index = wanted < 0 ? wanted + qint64(items.size()) : wanted;
    return index >= 0 && index < qint64(items.size()) ? items[size_t(index)] : TemplateValue();
}

// Merge sort: an order that a template decides may be no order at all, which std::sort does not bear.
void sortItems(Items &items, const std::function<bool(Value, Value)> &isAfter)
{
    Items buffer(items.size());
    for (size_t width = 1; width < items.size(); width *= 2) {
        for (size_t left = 0; left < items.size(); left += 2 * width) {
            const size_t middle = std::min(left + width, items.size());
            const size_t right = std::min(left + 2 * width, items.size());
            size_t a = left;
            size_t b = middle;
            for (size_t to = left; to < right; ++to) {
                const bool takeLeft = b >= right || (a < middle && !isAfter(items[a], items[b]));
                buffer[to] = takeLeft ? items[a++] : items[b++];
            }
        }
        items.swap(buffer);
    }
}

Items sorted(TemplateEvaluation &rendering, Items items, Value order)
{
    const auto missing =
        std::ranges::stable_partition(items, [](const auto &item) { return !item.isUndefined(); });
    Items tail(missing.begin(), missing.end());
    items.erase(missing.begin(), missing.end());
    if (order.function()) {
        sortItems(items, [&](Value a, Value b) {
            TemplateArguments pair;
            pair.values = {a, b};
            return rendering.step() && templateNumber(rendering.call(order, pair, u"sort"_s)) > 0;
        });
    } else {
        sortItems(items, [&](Value a, Value b) {
            return rendering.step() && rendering.stepOver(a) && templateText(a) > templateText(b);
        });
    }
    items.insert(items.end(), tail.begin(), tail.end());
    return items;
}

TemplateValue sort(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    value.list()->items = sorted(rendering, value.list()->items, arguments.at(0));
    return value;
}

TemplateValue toSorted(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return rendering.heap().list(sorted(rendering, value.list()->items, arguments.at(0)));
}

// Calls the function with item, place and list for each item that was there at the start, until `stop`.
void forItems(TemplateEvaluation &rendering, Value list, Value function,
              const std::function<bool(Value, Value, size_t)> &isEnough)
{
    const size_t count = list.list()->items.size();
    for (size_t i = 0; i < count && i < list.list()->items.size() && rendering.step(); ++i) {
        const TemplateValue item = list.list()->items[i];
        TemplateArguments arguments;
        arguments.values = {item, qsizetype(i), list};
        const TemplateValue result = rendering.call(function, arguments, u"callback"_s);
        if (rendering.failed() || isEnough(item, result, i))
            return;
    }
}

TemplateValue map(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    Items results;
    forItems(rendering, value, arguments.at(0), [&](Value, Value result, size_t) {
        results.push_back(result);
        return false;
    });
    return rendering.heap().list(std::move(results));
}

TemplateValue filter(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    Items kept;
    forItems(rendering, value, arguments.at(0), [&](Value item, Value result, size_t) {
        if (result.isTrue())
            kept.push_back(item);
        return false;
    });
    return rendering.heap().list(std::move(kept));
}

TemplateValue forEach(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    forItems(rendering, value, arguments.at(0), [](Value, Value, size_t) { return false; });
    return {};
}

TemplateValue find(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    TemplateValue found;
    forItems(rendering, value, arguments.at(0), [&](Value item, Value result, size_t) {
        if (result.isTrue())
            found = item;
        return result.isTrue();
    });
    return found;
}

TemplateValue findIndex(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    qsizetype found = -1;
    forItems(rendering, value, arguments.at(0), [&](Value, Value result, size_t index) {
        found = result.isTrue() ? qsizetype(index) : -1;
        return result.isTrue();
    });
    return found;
}

TemplateValue some(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    bool found = false;
    forItems(rendering, value, arguments.at(0),
             [&](Value, Value result, size_t) { return found = result.isTrue(); });
    return found;
}

TemplateValue every(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    bool all = true;
    forItems(rendering, value, arguments.at(0),
             [&](Value, Value result, size_t) { return !(all = result.isTrue()); });
    return all;
}

void flatten(TemplateEvaluation &rendering, Items items, qint64 depth, Items &flat)
{
    for (const TemplateValue &item : items) {
        if (!rendering.step() || !rendering.spend(64))
            return;
        if (const TemplateList *inner = item.list(); inner && depth > 0)
            flatten(rendering, inner->items, depth - 1, flat);
        else
            flat.push_back(item);
    }
}

TemplateValue flat(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const qint64 depth = arguments.at(0).isUndefined() ? 1 : templateInteger(arguments.at(0));
    Items items;
    flatten(rendering, value.list()->items, std::min<qint64>(depth, 100), items);
    return rendering.heap().list(std::move(items));
}

TemplateValue fill(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    rendering.step(qsizetype(value.list()->items.size()) / 8);
    Items &items = value.list()->items;
    const size_t end = place(arguments.at(2), items.size(), items.size());
    for (size_t i = place(arguments.at(1), items.size(), 0); i < end; ++i)
        items[i] = arguments.at(0);
    return value;
}

TemplateValue toText(TemplateEvaluation &rendering, Value value, Arguments)
{
    const TemplateText text = textOf(value);
    rendering.spend(text.text.size());
    return text;
}

TemplateValue toJson(TemplateEvaluation &rendering, Value value, Arguments)
{
    const auto json = templateJson(value, {}, false, rendering.limits().output);
    if (!json)
        return rendering.fail(
            TemplateError::Kind::BadOperand,
            QCoreApplication::translate("Rendering", "this value cannot be written as JSON"), u"toJSON"_s);
    rendering.spend(json->size());
    return *json;
}

TemplateValue hasOwnProperty(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString name = templateText(arguments.at(0));
    return value.object() && !isBlockedProperty(name) && value.object()->find(name);
}

TemplateValue itself(TemplateEvaluation &, Value value, Arguments)
{
    return value;
}

} // namespace

const MethodTable &listMethods()
{
    static const MethodTable table{{u"push"_s, push},
                                   {u"pop"_s, pop},
                                   {u"shift"_s, shift},
                                   {u"unshift"_s, unshift},
                                   {u"slice"_s, slice},
                                   {u"splice"_s, splice},
                                   {u"concat"_s, concat},
                                   {u"join"_s, join},
                                   {u"reverse"_s, reverse},
                                   {u"toReversed"_s, toReversed},
                                   {u"indexOf"_s, indexOf},
                                   {u"lastIndexOf"_s, lastIndexOf},
                                   {u"includes"_s, includes},
                                   {u"at"_s, at},
                                   {u"sort"_s, sort},
                                   {u"toSorted"_s, toSorted},
                                   {u"map"_s, map},
                                   {u"filter"_s, filter},
                                   {u"forEach"_s, forEach},
                                   {u"find"_s, find},
                                   {u"findIndex"_s, findIndex},
                                   {u"some"_s, some},
                                   {u"every"_s, every},
                                   {u"flat"_s, flat},
                                   {u"fill"_s, fill},
                                   {u"toString"_s, toText},
                                   {u"valueOf"_s, itself}};
    return table;
}

const MethodTable &objectMethods()
{
    static const MethodTable table{
        {u"toString"_s, toText}, {u"valueOf"_s, itself}, {u"hasOwnProperty"_s, hasOwnProperty}};
    return table;
}

TemplateMethod methodOf(const TemplateValue &value, const QString &name)
{
    if (value.text())
        return textMethods().value(name);
    if (name == u"toJSON") {
        const bool has =
            (value.list() && value.list()->hasToJson) || (value.object() && value.object()->hasToJson);
        return has ? toJson : nullptr;
    }
    if (value.list())
        return listMethods().value(name);
    if (value.isNumber())
        return numberMethods().value(name);
    if (value.object())
        return (value.object()->form == TemplateObject::Form::Pattern ? patternMethods() : objectMethods())
            .value(name);
    return value.isBool() ? objectMethods().value(name) : nullptr;
}

} // namespace snug
