// The values of the macros that look at the chat (docs/sillytavern/macros.md#chat).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void setChatMacros(const PromptInputs &inputs, Draft &draft);

} // namespace snug
