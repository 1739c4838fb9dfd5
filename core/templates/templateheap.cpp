#include "core/templates/templateheap.h"

namespace snug {

TemplateList *TemplateHeap::list(std::vector<TemplateValue> items)
{
    m_cells += qsizetype(items.size()) + 1;
    TemplateList &made = m_lists.emplace_back();
    made.work = &m_work;
    made.items = std::move(items);
    return &made;
}

TemplateObject *TemplateHeap::object()
{
    m_cells += 4;
    TemplateObject &made = m_objects.emplace_back();
    made.work = &m_work;
    return &made;
}

TemplateFunction *
TemplateHeap::function(QString name,
                       std::function<TemplateValue(TemplateEvaluation &, const TemplateArguments &)> call)
{
    m_cells += 2;
    return &m_functions.emplace_back(std::move(name), std::move(call));
}

} // namespace snug
