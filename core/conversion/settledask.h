// A request as it is asked for, without what the service, or SillyTavern, does not send at all.
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// The same again changes nothing. outboundPrompt() and chatCall() begin with it.
ChatAsk settledAsk(ChatAsk ask);

// Several replies at once are asked for, and sent.
bool asksForReplies(const ChatAsk &ask);

} // namespace snug
