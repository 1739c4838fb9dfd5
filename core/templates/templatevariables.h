// What names and members stand for at a place of a render: variables of its scopes, what the request gives,
// the engine's functions (docs/systems/hologram.md#context).
#pragma once

#include "core/templates/renderbudget.h"

namespace snug {

class TemplateVariables : public RenderBudget
{
public:
    using RenderBudget::RenderBudget;

    TemplateValue member(const TemplateValue &target, const TemplateValue &key);

protected:
    ~TemplateVariables() = default;

    TemplateValue lookup(const QString &name);
    void setVariable(const QString &name, const TemplateValue &value);

private:
    TemplateValue global(const QString &name);
    TemplateValue imported(const TemplateData &data);

    QHash<QString, TemplateValue> m_data; // the request's members that were asked for
};

// Methods of the host language that nobody may call.
bool isRefusedMethod(QStringView name);

} // namespace snug
