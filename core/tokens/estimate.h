// What text costs when nobody knows the tokenizer. Two estimates of different origin, never mixed:
// smelt trims by one, the memory guard warns by the other.
#pragma once

#include "core/tokens/tokencounter.h"

namespace snug {

// The counter of last resort: a quarter of the length in UTF-16 code units, rounded up.
TokenCounterPtr estimateCounter();

// smelt's cost of one outbound message, by which its trimming decides: length/4 + 4, in UTF-16 code
// units and not rounded, so that a sum over messages is rounded nowhere.
double estimateMessageTokens(QStringView content);

} // namespace snug
