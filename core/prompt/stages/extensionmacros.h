// The macros that SillyTavern's own extensions add to the others: {{authorsNote}}, {{reasoningPrefix}},
// {{charPrefix}} … (docs/sillytavern/macros.md#extensions).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void setExtensionMacros(const PromptInputs &inputs, Draft &draft);

} // namespace snug
