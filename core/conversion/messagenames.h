// The names in front of texts: who speaks where a service takes no name of its own.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/conversion/outboundprompt.h"

namespace snug {

// A system message named example_user or example_assistant says who speaks, unless it says so or somebody of
// the group. Its name goes.
void nameExample(ConvertedMessage &message, const SpeakerNames &names);

// All messages by the rules.
void nameMessages(OutboundPrompt &prompt, const MessageRules &rules, const SpeakerNames &names);

} // namespace snug
