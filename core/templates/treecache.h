// Templates that were parsed before, so that an unchanged one is not parsed again.
#pragma once

#include "core/templates/templateerror.h"
#include "core/templates/templatetree.h"

#include <QHash>

#include <list>

namespace snug {

// Not thread-safe. Failures are not kept.
class TemplateTreeCache
{
public:
    TemplateResult<TemplateTreePtr> parsed(const QString &source);
    qsizetype size() const { return m_trees.size(); }

private:
    QHash<QString, TemplateTreePtr> m_trees;
    std::list<QString> m_order; // the newest in front
};

} // namespace snug
