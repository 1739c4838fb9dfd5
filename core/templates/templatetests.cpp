// {{ x is name }}: the named tests of the engine.
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

TemplateValue isSame(TemplateEvaluation &, Value value, Arguments arguments)
{
    return areStrictlyEqual(value, arguments.at(0));
}

TemplateValue isGreater(TemplateEvaluation &, Value value, Arguments arguments)
{
    return areOrdered(value, u">", arguments.at(0));
}

TemplateValue isLess(TemplateEvaluation &, Value value, Arguments arguments)
{
    return areOrdered(value, u"<", arguments.at(0));
}

TemplateValue noText(TemplateEvaluation &rendering, const QString &test)
{
    return rendering.fail(
        TemplateError::Kind::BadOperand,
        QCoreApplication::translate("Rendering", "the test “%1” works with texts only").arg(test), test);
}

TemplateValue isLower(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (!value.text())
        return noText(rendering, u"lower"_s);
    return value.isText() && value.text()->text == loweredText(value.text()->text);
}

TemplateValue isUpper(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (!value.text())
        return noText(rendering, u"upper"_s);
    return value.isText() && value.text()->text == value.text()->text.toUpper();
}

TemplateValue isIterable(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (value.isMissing())
        return rendering.fail(
            TemplateError::Kind::BadOperand,
            QCoreApplication::translate("TemplateEvaluation",
                                        "what is missing cannot be asked whether it is iterable"),
            u"iterable"_s);
    return value.text() || value.list();
}

} // namespace

const MethodTable &templateTests()
{
    static const MethodTable table{
        {u"callable"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return v.function() != nullptr; }},
        {u"defined"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return !v.isUndefined(); }},
        {u"undefined"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return v.isUndefined(); }},
        {u"null"_s, [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return v.isNull(); }},
        {u"divisibleby"_s,
         [](TemplateEvaluation &, Value v, Arguments a) -> TemplateValue {
             return std::fmod(templateNumber(v), templateNumber(a.at(0))) == 0;
         }},
        {u"escaped"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue {
             return v.text() && v.text()->isSafe;
         }},
        {u"equalto"_s, isSame},
        {u"eq"_s, isSame},
        {u"sameas"_s, isSame},
        {u"ne"_s,
         [](TemplateEvaluation &, Value v, Arguments a) -> TemplateValue {
             return !areStrictlyEqual(v, a.at(0));
         }},
        {u"even"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue {
             return std::fmod(templateNumber(v), 2) == 0;
         }},
        {u"odd"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue {
             return std::fmod(templateNumber(v), 2) == 1;
         }},
        {u"truthy"_s, [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return v.isTrue(); }},
        {u"falsy"_s, [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return !v.isTrue(); }},
        {u"greaterthan"_s, isGreater},
        {u"gt"_s, isGreater},
        {u"lessthan"_s, isLess},
        {u"lt"_s, isLess},
        {u"ge"_s,
         [](TemplateEvaluation &, Value v, Arguments a) -> TemplateValue {
             return areOrdered(v, u">=", a.at(0));
         }},
        {u"le"_s,
         [](TemplateEvaluation &, Value v, Arguments a) -> TemplateValue {
             return areOrdered(v, u"<=", a.at(0));
         }},
        {u"lower"_s, isLower},
        {u"upper"_s, isUpper},
        {u"number"_s, [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return v.isNumber(); }},
        {u"string"_s, [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue { return v.isText(); }},
        {u"iterable"_s, isIterable},
        {u"mapping"_s,
         [](TemplateEvaluation &, Value v, Arguments) -> TemplateValue {
             return v.object() || (v.text() && v.text()->isSafe);
         }},
    };
    return table;
}

} // namespace snug
