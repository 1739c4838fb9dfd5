// What the user has typed as a message of the chat.
#pragma once

#include "core/model/chat.h"
#include "core/prompt/promptinputs.h"

namespace snug {

// By whom the user plays, and known to those it is for. `text`: as it is saved.
Message typedMessage(const PromptInputs &inputs, const QString &text);

} // namespace snug
