// What every template knows besides its context: range, cycler and joiner.
#include "core/templates/templateevaluation.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

TemplateValue range(TemplateEvaluation &rendering, const TemplateArguments &arguments)
{
    double start = templateNumber(arguments.at(0));
    double stop = templateNumber(arguments.at(1));
    double step = templateNumber(arguments.at(2));
    if (arguments.at(1).isUndefined()) {
        stop = start;
        start = 0;
        step = 1;
    } else if (!arguments.at(2).isTrue()) {
        step = 1;
    }
    std::vector<TemplateValue> numbers;
    for (double i = start; step > 0 ? i < stop : i > stop; i += step) {
        numbers.emplace_back(i);
        if ((numbers.size() & 0xff) == 0 && (!rendering.step(256) || !rendering.spend(16384)))
            return {};
        if (i + step == i)
            return rendering.fail(TemplateError::Kind::BadOperand,
                                  QCoreApplication::translate("Rendering", "this range has no end"));
    }
    return rendering.heap().list(std::move(numbers));
}

TemplateValue cycler(TemplateEvaluation &rendering, const TemplateArguments &arguments)
{
    TemplateObject *object = rendering.heap().object();
    object->form = TemplateObject::Form::Cycler;
    object->set(u"current"_s, nullptr);
    const auto at = std::make_shared<qsizetype>(-1);
    const std::vector<TemplateValue> items = arguments.values;
    object->set(u"reset"_s,
                rendering.heap().function(u"reset"_s, [=](TemplateEvaluation &, const TemplateArguments &) {
                    *at = -1;
                    object->set(u"current"_s, nullptr);
                    return TemplateValue();
                }));
    object->set(u"next"_s,
                rendering.heap().function(u"next"_s, [=](TemplateEvaluation &, const TemplateArguments &) {
                    *at = *at + 1 >= qsizetype(items.size()) ? 0 : *at + 1;
                    const TemplateValue next = items.empty() ? TemplateValue() : items[size_t(*at)];
                    object->set(u"current"_s, next);
                    return next;
                }));
    return object;
}

TemplateValue joiner(TemplateEvaluation &rendering, const TemplateArguments &arguments)
{
    const TemplateValue separator =
        arguments.at(0).isTrue() ? arguments.at(0) : TemplateValue(QString(u","_s));
    const auto first = std::make_shared<bool>(true);
    return rendering.heap().function(u"joiner"_s, [=](TemplateEvaluation &, const TemplateArguments &) {
        return std::exchange(*first, false) ? TemplateValue(QString(u""_s)) : separator;
    });
}

} // namespace

TemplateValue TemplateVariables::global(const QString &name)
{
    if (name == u"range")
        return heap().function(name, range);
    if (name == u"cycler")
        return heap().function(name, cycler);
    if (name == u"joiner")
        return heap().function(name, joiner);
    return {};
}

} // namespace snug
