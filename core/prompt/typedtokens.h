// What the text in the composer costs.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// Tokens of the typed text, wherever it stands in the prompt, as its row has them; -1 = it is not sent.
int typedTokens(const AssembledPrompt &prompt);

} // namespace snug
