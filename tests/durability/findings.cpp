#include "tests/durability/findings.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug::durability {

void Findings::countAtMost(const QString &what, int most)
{
    m_counts[what] = std::max(m_counts.value(what), most);
    m_largest.insert(what);
}

void Findings::problem(const QString &what, const QString &where)
{
    count(what);
    m_problems.append(u"%1: %2"_s.arg(what, where));
}

void Findings::take(const Findings &others)
{
    for (auto each = others.m_counts.cbegin(); each != others.m_counts.cend(); ++each) {
        if (others.m_largest.contains(each.key()))
            countAtMost(each.key(), each.value());
        else
            count(each.key(), each.value());
    }
    m_problems += others.m_problems;
}

QString Findings::text() const
{
    QStringList counts;
    for (auto each = m_counts.cbegin(); each != m_counts.cend(); ++each)
        counts.append(u"%1 %2"_s.arg(each.value()).arg(each.key()));
    return (QStringList{counts.join(u", "_s)} + m_problems).join(u'\n');
}

} // namespace snug::durability
