// What the user has typed as a message of the chat.
#pragma once

#include "core/model/chat.h"
#include "core/prompt/promptinputs.h"

namespace snug {

// By whom the user plays, and known to those it is for. `text`: as it is saved. What the user typed for the
// reply to begin with is kept with it (docs/sillytavern/generation.md#start-reply-with), and where nothing
// else was typed, in a hidden message of the program's.
Message typedMessage(const PromptInputs &inputs, const QString &text);

// What is to be typed for such a message once more.
QString typedAgain(const Message &message);

} // namespace snug
