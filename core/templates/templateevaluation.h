// The expressions of one render: calculations, calls, filters and tests
// (docs/systems/hologram.md#expressions). It is what filters, tests and methods see.
#pragma once

#include "core/templates/templatevariables.h"

namespace snug {

class TemplateEvaluation : public TemplateVariables
{
public:
    using TemplateVariables::TemplateVariables;

    TemplateValue call(const TemplateValue &callee, const TemplateArguments &arguments, const QString &name);

protected:
    ~TemplateEvaluation() = default;

    TemplateValue evaluate(const TemplateExpression &expression);
    TemplateValue evaluateFilter(const TemplateExpression &expression, const TemplateValue *input);
    // What renders the macro's body; `seesFrame`: with the variables around it, as a {% call %} body does.
    virtual TemplateValue makeMacro(std::shared_ptr<const TemplateMacro> macro, bool seesFrame) = 0;

private:
    TemplateValue evaluateCall(const TemplateExpression &expression);
    TemplateValue evaluateCompare(const TemplateExpression &expression);
    TemplateValue evaluateIn(const TemplateExpression &expression);
    TemplateValue evaluateArithmetic(const TemplateExpression &expression);
    TemplateValue evaluateTest(const TemplateExpression &expression);
    TemplateValue evaluateSum(const TemplateExpression &expression);
    TemplateArguments argumentsOf(const TemplateExpression &expression, size_t from);
    TemplateArguments withNamesLast(TemplateArguments arguments);
};

} // namespace snug
