// A reply that came in several turns, because the service paused in the middle of it.
#pragma once

#include "core/chat/turn.h"

namespace snug {

// As often as one reply is asked to go on by itself.
inline constexpr int MostPauses = 8;

// What `later` goes on with, behind what came before it, as if it had been one turn.
TurnState joinedTurns(const TurnState &before, const TurnState &later);

} // namespace snug
