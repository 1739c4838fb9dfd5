// The macros that show the templates of text completions, also in chat completions: {{instructInput}},
// {{chatStart}} …
// (docs/sillytavern/macros.md#templates).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void setTemplateMacros(const PromptInputs &inputs, Draft &draft);

// Whether {{systemPrompt}} is the card's where it has one: not while the user's is switched off.
bool showsCardForSystemPrompt(const PromptInputs &inputs);

} // namespace snug
