// How deep in the chat texts can be injected: what is meant for deeper places is never sent
// (SillyTavern 1.19).
#pragma once

#include "core/model/json.h"

#include <cmath>

namespace snug {

inline constexpr int deepestInjection = 10'000; // messages from the newest
inline constexpr int nowhereInChat = -1;        // a depth at which nothing is sent

// SillyTavern compares depths with whole numbers. `depth` is what was read of `stored`, or what the user has
// made of it since.
inline bool isDepthFraction(const Json &stored, int depth)
{
    const double number = stored.toDouble(depth);
    return number != std::floor(number) && stored.toInt(depth) == depth;
}

inline int depthInChat(const Json &stored, int depth)
{
    return isDepthFraction(stored, depth) ? nowhereInChat : depth;
}

} // namespace snug
