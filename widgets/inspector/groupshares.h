// Names and colours of what the tokens of a prompt are of.
#pragma once

#include "core/prompt/promptaccount.h"

namespace snug {

// "Lore", "Between blocks", "Overhead"; `share` is a place in GroupShares.
QString shareName(int share);
// What most of the message came from: the colour of its strip. Of an empty message, what made it.
SourceGroup mainGroup(const OutboundMessage &message);

} // namespace snug
