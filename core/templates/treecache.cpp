#include "core/templates/treecache.h"

#include "core/templates/templateparser.h"

namespace snug {

static constexpr qsizetype keptTrees = 32;

TemplateResult<TemplateTreePtr> TemplateTreeCache::parsed(const QString &source)
{
    if (const TemplateTreePtr known = m_trees.value(source))
        return known;
    TemplateResult<TemplateTreePtr> tree = parseTemplate(source);
    if (!tree)
        return tree;
    m_trees.insert(source, *tree);
    m_order.push_front(source);
    if (m_trees.size() > keptTrees) {
        m_trees.remove(m_order.back());
        m_order.pop_back();
    }
    return tree;
}

} // namespace snug
