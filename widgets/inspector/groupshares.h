// How many tokens each group of sources takes.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <array>

namespace snug {

inline constexpr int sourceGroupCount = int(SourceGroup::Template) + 1;

// Tokens, indexed by SourceGroup. Fractions: a message's count is shared out by characters, since
// a tokenizer's tokens need not end where a source does.
using GroupShares = std::array<double, sourceGroupCount>;

GroupShares groupShares(const OutboundMessage &message);
// What most of the message came from: the colour of its strip. Of an empty message, what made it.
SourceGroup mainGroup(const OutboundMessage &message);

} // namespace snug
