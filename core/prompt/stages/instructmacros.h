// The macros that show the templates of text completions, also in chat completions: {{instructInput}},
// {{chatStart}} …
// (docs/sillytavern/macros.md#templates).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void setTemplateMacros(const PromptInputs &inputs, Draft &draft);

} // namespace snug
