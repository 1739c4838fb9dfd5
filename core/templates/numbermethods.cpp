// What can be called on numbers: {{ price.toFixed(2) }}.
#include "core/templates/methodtable.h"
#include "core/templates/rendering.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

TemplateValue itself(Rendering &, Value value, Arguments)
{
    return value;
}

TemplateValue toFixed(Rendering &rendering, Value value, Arguments arguments)
{
    const qint64 digits = templateInteger(arguments.at(0));
    const double number = templateNumber(value);
    if (digits < 0 || digits > 100)
        return rendering.fail(TemplateError::Kind::BadOperand,
                              QCoreApplication::translate("Rendering", "toFixed needs 0 to 100 digits"),
                              u"toFixed"_s);
    return std::abs(number) < 1e21 ? QString::number(number, 'f', int(digits)) : numberText(number);
}

TemplateValue numberToText(Rendering &, Value value, Arguments arguments)
{
    const double number = templateNumber(value);
    const qint64 base = arguments.at(0).isUndefined() ? 10 : templateInteger(arguments.at(0));
    if (base == 10 || base < 2 || base > 36 || number != std::trunc(number) || std::abs(number) > 9e15)
        return numberText(number);
    return QString::number(qint64(number), int(base));
}

} // namespace

const MethodTable &numberMethods()
{
    static const MethodTable table{{u"toFixed"_s, toFixed},
                                   {u"toString"_s, numberToText},
                                   {u"toLocaleString"_s, numberToText},
                                   {u"valueOf"_s, itself}};
    return table;
}

} // namespace snug
