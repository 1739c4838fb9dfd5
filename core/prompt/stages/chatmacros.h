// The values of the macros that look at the chat (conformance NOTES, 11.3 and 11.6).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void setChatMacros(const PromptInputs &inputs, Draft &draft);

} // namespace snug
