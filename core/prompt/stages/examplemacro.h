// What {{mesExamples}} gives: the card's example dialogue as the request lays it out
// (docs/sillytavern/macros.md#names-and-card-fields).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// Once the card's texts are resolved.
void setExampleMacro(const PromptInputs &inputs, Draft &draft);

} // namespace snug
