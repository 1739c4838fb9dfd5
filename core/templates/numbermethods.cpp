// What can be called on numbers: {{ price.toFixed(2) }}.
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

TemplateValue itself(TemplateEvaluation &, Value value, Arguments)
{
    return value;
}

TemplateValue toFixed(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const qint64 digits = templateInteger(arguments.at(0));
    const double number = templateNumber(value);
    if (digits < 0 || digits > 100)
        return rendering.fail(TemplateError::Kind::BadOperand,
                              QCoreApplication::translate("Rendering", "toFixed needs 0 to 100 digits"),
                              u"toFixed"_s);
    return std::abs(number) < 1e21 ? QString::number(number, 'f', int(digits)) : numberText(number);
}

// "2.50e+0": the exponent as the host language writes it.
QString withExponent(double number, int digits)
{
    QString text = QString::number(number, 'e', digits);
    const qsizetype exponent = text.indexOf(u'e') + 2;
    while (text.size() > exponent + 1 && text[exponent] == u'0')
        text.remove(exponent, 1);
    return text;
}

TemplateValue toExponential(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const qint64 digits = templateInteger(arguments.at(0));
    const double number = templateNumber(value);
    if (digits < 0 || digits > 100)
        return rendering.fail(TemplateError::Kind::BadOperand,
                              QCoreApplication::translate("Rendering", "toExponential needs 0 to 100 digits"),
                              u"toExponential"_s);
    if (!std::isfinite(number))
        return numberText(number);
    return withExponent(number, arguments.at(0).isUndefined() ? QLocale::FloatingPointShortest : int(digits));
}

TemplateValue toPrecision(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const qint64 digits = templateInteger(arguments.at(0));
    const double number = templateNumber(value);
    if (arguments.at(0).isUndefined() || !std::isfinite(number))
        return numberText(number);
    if (digits < 1 || digits > 100)
        return rendering.fail(TemplateError::Kind::BadOperand,
                              QCoreApplication::translate("Rendering", "toPrecision needs 1 to 100 digits"),
                              u"toPrecision"_s);
    const QString rounded = withExponent(number, int(digits) - 1);
    const int exponent = QStringView(rounded).sliced(rounded.indexOf(u'e') + 1).toInt();
    if (exponent < -6 || exponent >= digits)
        return rounded;
    return QString::number(number, 'f', int(digits) - 1 - exponent);
}

TemplateValue grouped(TemplateEvaluation &, Value value, Arguments)
{
    const double number = templateNumber(value);
    if (!std::isfinite(number))
        return numberText(number);
    QString text = QString::number(std::abs(number), 'f', 3);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    qsizetype at = text.indexOf(u'.') < 0 ? text.size() : text.indexOf(u'.');
    for (at -= 3; at > 0; at -= 3)
        text.insert(at, u',');
    return QString((number < 0 ? u"-"_s : QString()) + text);
}

TemplateValue numberToText(TemplateEvaluation &, Value value, Arguments arguments)
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
    static const MethodTable table{{u"toFixed"_s, toFixed},         {u"toString"_s, numberToText},
                                   {u"toPrecision"_s, toPrecision}, {u"toExponential"_s, toExponential},
                                   {u"toLocaleString"_s, grouped},  {u"valueOf"_s, itself}};
    return table;
}

} // namespace snug
