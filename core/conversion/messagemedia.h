// Pictures, sounds and films that a service takes elsewhere, or not at all.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/conversion/outboundprompt.h"

namespace snug {

void leaveOutMedia(OutboundPrompt &prompt, const MessageRules &rules);
// From the assistant to the next user message.
void moveAssistantMedia(OutboundPrompt &prompt, const MessageRules &rules);

} // namespace snug
