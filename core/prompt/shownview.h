// What SmartTavern's rules and macros make of the chat for the eyes: its "user_view"
// (docs/systems/smarttavern.md#views). What is stored and sent is not touched.
#pragma once

#include "core/prompt/promptinputs.h"

#include <QHash>

#include <stop_token>

namespace snug {

// Whether there is anything to do: the prompt is laid out as SmartTavern does, and there are rules, or macros
// in the chat. A quick look, that may say so in vain.
bool mayHaveShownView(const PromptInputs &inputs);

// The chat's messages as the one whom the user plays sees them, by their row in the file; only texts that
// differ from the stored ones. Depths are counted in the whole prompt, as the rules of what is sent do.
QHash<int, QString> shownView(const PromptInputs &inputs, const std::stop_token &stop = {});

} // namespace snug
