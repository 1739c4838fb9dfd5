// The expressions of one render: names, members, calls, filters and tests
// (docs/systems/hologram.md#expressions). It is what filters, tests and methods see.
#pragma once

#include "core/templates/renderbudget.h"

namespace snug {

class Evaluation : public RenderBudget
{
public:
    using RenderBudget::RenderBudget;

    TemplateValue call(const TemplateValue &callee, const TemplateArguments &arguments, const QString &name);
    TemplateValue member(const TemplateValue &target, const TemplateValue &key);

protected:
    ~Evaluation() = default;

    TemplateValue evaluate(const TemplateExpression &expression);
    TemplateValue evaluateFilter(const TemplateExpression &expression, const TemplateValue *input);
    void setVariable(const QString &name, const TemplateValue &value);
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
    TemplateValue lookup(const QString &name);
    TemplateValue global(const QString &name);
    TemplateValue imported(const TemplateData &data);

    QHash<QString, TemplateValue> m_data; // the request's members that were asked for
};

} // namespace snug
