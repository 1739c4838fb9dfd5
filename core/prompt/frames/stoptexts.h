// What ends the reply of a text completion (docs/sillytavern/text-completion.md#stop-strings).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

QStringList stopTexts(const PromptInputs &inputs, Draft &draft);

// What SillyTavern looks for at the end of any reply; with chat completions the user's own alone.
QStringList replyStopTexts(const PromptInputs &inputs, Draft &draft);

// The names of the others, where every turn stands below its speaker's name
// (docs/systems/gf-lt.md#prompt-text), and the user's own.
QStringList speakerStopTexts(const PromptInputs &inputs, Draft &draft);

} // namespace snug
