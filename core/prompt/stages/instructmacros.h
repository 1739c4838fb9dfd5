// The macros that show the templates of a text completion: {{instructInput}}, {{chatStart}} …
// (docs/sillytavern/macros.md#templates).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void setTemplateMacros(const PromptInputs &inputs, Draft &draft);

} // namespace snug
