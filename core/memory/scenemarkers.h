// The two handles in a chat between which a scene lies (docs/systems/memory-books.md#markers), and what
// becomes of them when they are set again and when messages go away.
#pragma once

#include "core/memory/messagerange.h"

namespace snug {

struct SceneMarkers
{
    std::optional<int> start; // message numbers
    std::optional<int> end;

    // Setting a marker where it stands takes it away; a start after the end clears the end and the
    // other way round.
    SceneMarkers withStart(int message) const;
    SceneMarkers withEnd(int message) const;
    // The message is gone and the later ones have moved up.
    SceneMarkers afterDeletion(int message) const;
    // For a chat of this many messages: an end past it is the last message, a start past it goes.
    SceneMarkers within(int messageCount) const;
    // Nothing unless both are set.
    std::optional<MessageRange> range() const;

    bool operator==(const SceneMarkers &) const = default;
};

} // namespace snug
