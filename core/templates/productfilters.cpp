// The filters that the product defines itself. See docs/systems/hologram.md#filters.
#include "core/model/whitespace.h"
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

TemplateMethod textMethod(const QString &name)
{
    return textMethods().value(name);
}

TemplateValue orDefault(TemplateEvaluation &, Value value, Arguments arguments)
{
    const bool isEmpty = value.isMissing() || (value.isText() && value.text()->text.isEmpty());
    return isEmpty ? arguments.at(0) : value;
}

TemplateValue length(TemplateEvaluation &, Value value, Arguments)
{
    if (const TemplateList *list = value.list())
        return qsizetype(list->items.size());
    return value.isText() ? value.text()->text.size() : qsizetype(0);
}

TemplateValue join(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (!value.list())
        return QString(u""_s);
    TemplateArguments separator;
    separator.values = {arguments.at(0).isMissing() ? TemplateValue(QString(u","_s)) : arguments.at(0)};
    std::vector<TemplateValue> items = value.list()->items;
    if (arguments.at(1).isTrue()) {
        for (TemplateValue &item : items)
            item = rendering.member(item, arguments.at(1));
    }
    return listMethods().value(u"join"_s)(rendering, rendering.heap().list(std::move(items)), separator);
}

TemplateValue first(TemplateEvaluation &, Value value, Arguments)
{
    if (const TemplateList *list = value.list())
        return list->items.empty() ? TemplateValue() : list->items.front();
    return value.isText() && !value.text()->text.isEmpty() ? TemplateValue(sliced(*value.text(), 0, 1))
                                                           : TemplateValue();
}

TemplateValue last(TemplateEvaluation &, Value value, Arguments)
{
    if (const TemplateList *list = value.list())
        return list->items.empty() ? TemplateValue() : list->items.back();
    return value.isText() && !value.text()->text.isEmpty()
               ? TemplateValue(sliced(*value.text(), value.text()->text.size() - 1, 1))
               : TemplateValue();
}

TemplateValue upper(TemplateEvaluation &rendering, Value value, Arguments)
{
    return value.isText() ? textMethod(u"toUpperCase"_s)(rendering, value, {}) : value;
}

TemplateValue lower(TemplateEvaluation &rendering, Value value, Arguments)
{
    return value.isText() ? textMethod(u"toLowerCase"_s)(rendering, value, {}) : value;
}

TemplateValue trim(TemplateEvaluation &rendering, Value value, Arguments)
{
    return value.isText() ? textMethod(u"trim"_s)(rendering, value, {}) : value;
}

TemplateValue unchanged(TemplateEvaluation &, Value value, Arguments)
{
    return value;
}

bool isDigit(QChar character)
{
    return character >= u'0' && character <= u'9';
}

// The number that a text begins with; 0 for none.
TemplateValue toInt(TemplateEvaluation &, Value value, Arguments)
{
    const QString whole = templateText(value);
    QStringView text = trimmedStart(whole);
    const bool negative = text.startsWith(u'-');
    if (negative || text.startsWith(u'+'))
        text = text.sliced(1);
    const bool hex = text.startsWith(u"0x", Qt::CaseInsensitive);
    double number = 0;
    for (const QChar digit : hex ? text.sliced(2) : text) {
        const bool letter = hex && ((digit >= u'a' && digit <= u'f') || (digit >= u'A' && digit <= u'F'));
        if (!letter && !isDigit(digit))
            break;
        number = number * (hex ? 16 : 10) + QString(digit).toInt(nullptr, 16);
    }
    return negative ? -number : number;
}

TemplateValue toFloat(TemplateEvaluation &, Value value, Arguments)
{
    const QString whole = templateText(value);
    const QStringView text = trimmedStart(whole);
    qsizetype end = text.startsWith(u'-') || text.startsWith(u'+') ? 1 : 0;
    if (text.sliced(end).startsWith(u"Infinity"))
        return text.startsWith(u'-') ? -HUGE_VAL : HUGE_VAL;
    const auto digits = [&] {
        const qsizetype before = end;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        return end - before;
    };
    qsizetype mantissa = digits();
    if (end < text.size() && text[end] == u'.') {
        ++end;
        mantissa += digits();
    }
    if (mantissa == 0)
        return 0;
    const qsizetype withoutExponent = end;
    if (end < text.size() && (text[end] == u'e' || text[end] == u'E')) {
        ++end;
        if (end < text.size() && (text[end] == u'-' || text[end] == u'+'))
            ++end;
        if (digits() == 0)
            end = withoutExponent;
    }
    return text.first(end).toString().toDouble();
}

TemplateValue absolute(TemplateEvaluation &, Value value, Arguments)
{
    return value.isNumber() ? TemplateValue(std::abs(*value.number())) : value;
}

TemplateValue roundTo(TemplateEvaluation &, Value value, Arguments arguments)
{
    if (!value.isNumber())
        return value;
    const double places = arguments.at(0).isNumber() ? *arguments.at(0).number() : 0;
    const double factor = std::pow(10, places);
    const double scaled = *value.number() * factor;
    // Halves go up, towards plus infinity.
    const double rounded = std::floor(scaled) + (scaled - std::floor(scaled) >= 0.5 ? 1 : 0);
    return std::isfinite(scaled) ? rounded / factor : *value.number();
}

TemplateValue reverse(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (value.list())
        return listMethods().value(u"toReversed"_s)(rendering, value, {});
    if (!value.isText())
        return value;
    TemplateText text = *value.text();
    std::ranges::reverse(text.text);
    if (text.pieces) {
        auto pieces = std::make_shared<std::vector<TemplateSpan>>(text.pieces->rbegin(), text.pieces->rend());
        for (TemplateSpan &span : *pieces)
            span.start = text.text.size() - span.end();
        text.pieces = std::move(pieces);
    }
    return text;
}

TemplateValue sort(TemplateEvaluation &rendering, Value value, Arguments)
{
    return value.list() ? listMethods().value(u"toSorted"_s)(rendering, value, {}) : value;
}

TemplateValue batch(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    std::vector<TemplateValue> groups;
    if (!value.list())
        return rendering.heap().list();
    const std::vector<TemplateValue> items = value.list()->items;
    const qint64 wanted = arguments.at(0).isUndefined() ? 1 : templateInteger(arguments.at(0));
    const size_t size = size_t(std::max<qint64>(1, wanted));
    for (size_t i = 0; i < items.size() && rendering.step(); i += std::min(size, items.size())) {
        const size_t end = std::min(items.size(), i + std::min(size, items.size()));
        groups.emplace_back(
            rendering.heap().list({items.begin() + qsizetype(i), items.begin() + qsizetype(end)}));
    }
    return rendering.heap().list(std::move(groups));
}

TemplateValue chooseByField(TemplateEvaluation &rendering, Value value, Arguments arguments, bool wanted)
{
    std::vector<TemplateValue> kept;
    if (!value.list())
        return rendering.heap().list();
    for (const TemplateValue &item : value.list()->items) {
        if (rendering.step() && rendering.member(item, arguments.at(0)).isTrue() == wanted)
            kept.push_back(item);
    }
    return rendering.heap().list(std::move(kept));
}

TemplateValue selectByField(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return chooseByField(rendering, value, arguments, true);
}

TemplateValue rejectByField(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return chooseByField(rendering, value, arguments, false);
}

} // namespace

const MethodTable &productFilters()
{
    static const MethodTable table{{u"default"_s, orDefault},
                                   {u"length"_s, length},
                                   {u"join"_s, join},
                                   {u"first"_s, first},
                                   {u"last"_s, last},
                                   {u"upper"_s, upper},
                                   {u"lower"_s, lower},
                                   {u"trim"_s, trim},
                                   {u"nl2br"_s, unchanged},
                                   {u"int"_s, toInt},
                                   {u"float"_s, toFloat},
                                   {u"abs"_s, absolute},
                                   {u"round"_s, roundTo},
                                   {u"reverse"_s, reverse},
                                   {u"sort"_s, sort},
                                   {u"batch"_s, batch},
                                   {u"selectattr"_s, selectByField},
                                   {u"rejectattr"_s, rejectByField}};
    return table;
}

} // namespace snug
