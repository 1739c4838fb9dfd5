#include "core/macros/macrobudget.h"

#include <algorithm>

namespace snug {

MacroBudget::MacroBudget(const std::stop_token &asked, const MacroLimits &limits)
    : m_limits(limits)
    , m_asked(asked, Ending{m_end})
{
}

bool MacroBudget::exceed(Limit limit, double refused)
{
    m_exceeded = limit;
    m_refused = std::min(refused, 1.0);
    m_end.request_stop();
    return false;
}

bool MacroBudget::take(Limit limit, qint64 &used, qint64 most, qint64 amount)
{
    if (!goesOn())
        return false;
    if (amount > most - used)
        return exceed(limit, double(amount) / double(std::max<qint64>(1, most)));
    used += amount;
    return true;
}

bool MacroBudget::takeSteps(qint64 steps)
{
    return take(Limit::Steps, m_used.steps, m_limits.steps, steps);
}

bool MacroBudget::takeOutput(qsizetype units, qsizetype records)
{
    return take(Limit::Output, m_used.output, m_limits.output, units + records * MacroLimits::recordUnits);
}

bool MacroBudget::takeVariable(qsizetype units, qsizetype before)
{
    return takeReading(units) && take(Limit::Variables, m_used.variables, m_limits.variables, units - before);
}

bool MacroBudget::takeDepth(int depth)
{
    if (depth > m_limits.depth)
        return goesOn() && exceed(Limit::Depth, 1);
    m_used.depth = std::max(m_used.depth, depth);
    return goesOn();
}

double MacroBudget::share() const
{
    const auto part = [](qint64 used, qint64 limit) {
        return double(used) / double(std::max<qint64>(1, limit));
    };
    return m_refused + std::max({part(m_used.steps, m_limits.steps), part(m_used.output, m_limits.output),
                                 part(m_used.variables, m_limits.variables)});
}

void MacroBudget::note(const MacroPlace &place, double share)
{
    const auto known = std::ranges::find(m_noted, place, &Noted::place);
    if (known != m_noted.end())
        known->share += share;
    else
        m_noted.append({place, share});
}

double MacroBudget::noted() const
{
    double sum = 0;
    for (const Noted &each : m_noted)
        sum += each.share;
    return sum;
}

MacroPlace MacroBudget::heaviest() const
{
    const auto heaviest = std::ranges::max_element(m_noted, {}, &Noted::share);
    return heaviest == m_noted.cend() ? MacroPlace() : heaviest->place;
}

void MacroBudget::endIn(const MacroPlace &place)
{
    if (m_endPlace.isEmpty())
        m_endPlace = place;
}

} // namespace snug
