// What a service wants back of its earlier replies: where it may go, and in which of a message's members.
// docs/wire.md#what-goes-back
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// Whether the request has a place for it.
bool takesOpaqueParts(const ChatAsk &ask);
// Before any rule: the texts are whole again where the request has no place for what stands among them.
void settleOpaqueParts(OutboundPrompt &prompt, const ChatAsk &ask);

} // namespace snug
