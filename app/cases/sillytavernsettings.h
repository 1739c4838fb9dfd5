// The `settings` of a conformance case: SillyTavern's own setting names.
#pragma once

#include "core/model/json.h"
#include "core/prompt/promptinputs.h"
#include "core/result.h"

namespace snug {

// Fails on a name that this program does not know: a case must not pass by ignoring what it says.
Result<void> applySettings(const Json &settings, PromptInputs &inputs);

} // namespace snug
