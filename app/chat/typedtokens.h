// What the text in the composer costs.
#pragma once

#include "core/chat/promptpreview.h"

namespace snug {

// Tokens of the typed text, wherever it stands in the prompt; -1 = nothing is typed, or it is not counted
// apart.
int typedTokens(const PreparedPrompt &prepared);

} // namespace snug
