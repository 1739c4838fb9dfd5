// Macros over traced text: what the evaluator below knows as pieces becomes spans.
#pragma once

#include "core/macros/macroenvironment.h"
#include "core/prompt/tracedtext.h"

#include <QHash>

namespace snug {

// Environment and state of one assembly's passes. Variables change from pass to pass.
struct MacroPass
{
    MacroEnvironment environment;
    MacroState state;
    // Values that are traced themselves, by MacroValue::type: "{{description}}" shows the card's
    // text with the expansions that were made in it.
    QHash<QString, TracedText> tracedValues;

    void setValue(std::initializer_list<QStringView> names, const MacroValue &value);
    void setTraced(std::initializer_list<QStringView> names, const QString &type, const TracedText &text,
                   const QString &label);

    MacroBudget &budget() const { return *state.budget; }

    // One pass. Literals keep their sources; an expansion's is its value's, inside the macro's,
    // inside that of the text the macro stands in. Empty once the budget is over.
    TracedText expand(const TracedText &text);
    // Likewise, with {{original}} standing for `original`, once.
    TracedText expandWithOriginal(const TracedText &text, const TracedText &original);
    // Likewise, with {{name}} (lower case) standing for `value`, as often as it is there.
    TracedText expandWith(const QString &name, const TracedText &value, const TracedText &text);

private:
    TracedText traced(const TracedText &text, const MacroText &evaluated) const;
};

} // namespace snug
