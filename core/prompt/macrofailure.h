// Why there is no prompt when macros asked for more than the budget of an assembly.
#pragma once

#include "core/macros/macrobudget.h"
#include "core/prompt/assembledprompt.h"

#include <optional>

namespace snug {

// Where a text that has macros comes from, as the budget keeps it.
MacroPlace macroPlace(const Source &source);

// Nothing as long as no limit was exceeded. Names the place that took most.
std::optional<PromptFailure> macroFailure(const MacroBudget &budget);

} // namespace snug
