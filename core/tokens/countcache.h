// Remembers the counts of whole texts, so that a keystroke recounts only what it changed.
#pragma once

#include "core/tokens/tokencounter.h"

namespace snug {

// A counter that asks `counter` only for texts it has not seen lately. Usable from any thread; two
// threads that ask for the same new text may both count it. The texts it keeps have at most
// `characters` UTF-16 code units in all; those not asked for longest go first.
TokenCounterPtr withCountCache(TokenCounterPtr counter, qsizetype characters = qsizetype(8) << 20);

} // namespace snug
