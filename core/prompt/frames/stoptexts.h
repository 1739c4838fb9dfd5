// What ends the reply of a text completion (conformance NOTES for SillyTavern, section 16).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

QStringList stopTexts(const PromptInputs &inputs, Draft &draft);

// The names of the others, where every turn stands below its speaker's name (gf-lt's SPEC, section 5), and
// the user's own.
QStringList speakerStopTexts(const PromptInputs &inputs, Draft &draft);

} // namespace snug
