// What ends the reply of a text completion (conformance NOTES for SillyTavern, section 16).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

QStringList stopTexts(const PromptInputs &inputs, Draft &draft);

} // namespace snug
