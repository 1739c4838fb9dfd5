// What only one service's messages have beside their texts: marks, ids of its own, an order behind tools.
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// Mistral: no user speaks right after a tool.
void joinBehindTools(OutboundPrompt &prompt, const ChatAsk &ask);
// DeepSeek's first model with eyes takes pictures of users only.
void leaveOutOthersMedia(OutboundPrompt &prompt, const ChatAsk &ask);
void tidyForService(OutboundPrompt &prompt, const ChatAsk &ask);

} // namespace snug
