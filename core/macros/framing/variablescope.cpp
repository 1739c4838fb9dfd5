#include "core/macros/framing/variablescope.h"

#include <algorithm>

namespace snug::framing {

namespace {

constexpr qsizetype namesPerStep = 64; // looking for a name goes through all of them

void weigh(const Json &value, int depth, qint64 most, int deepest, ValueWeight &weight)
{
    constexpr qint64 least = 8; // a number, a separator
    weight.units += least;
    weight.depth = std::max(weight.depth, depth);
    if (weight.units > most || depth > deepest)
        return;
    if (value.isString()) {
        weight.units += value.asString()->size();
        return;
    }
    for (const Json &item : value.items())
        weigh(item, depth + 1, most, deepest, weight);
    for (const Json::Member &member : value.members()) {
        weight.units += member.key.size();
        weigh(member.value, depth + 1, most, deepest, weight);
    }
}

} // namespace

ValueWeight weightOf(const Json &value, qint64 most, int deepest)
{
    ValueWeight weight;
    weigh(value, 0, most, deepest, weight);
    return weight;
}

Json VariableScope::read(const QString &path) const
{
    if (!budget->takeSteps((variables.size() + path.size()) / namesPerStep))
        return {};
    if (const auto value = variableAt(variables, path))
        return *value;
    return Json(undefined.isEmpty ? QString()
                                  : QString(undefined.marker).replace(QStringLiteral("{name}"), path));
}

void VariableScope::write(QStringView path, const Json &value)
{
    if (!budget->takeSteps((variables.size() + path.size()) / namesPerStep))
        return;
    const MacroLimits &limits = budget->limits();
    const ValueWeight weight = weightOf(value, limits.variables, limits.depth);
    const auto old = variableAt(variables, path);
    const qint64 place = path.size() + pathRoom(path);
    const qint64 before = old ? place + weightOf(*old, limits.variables, limits.depth).units : 0;
    if (budget->takeDepth(weight.depth) && budget->takeVariable(place + weight.units, before))
        setVariableAt(variables, path, value);
}

} // namespace snug::framing
