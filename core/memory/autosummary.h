// When a chat is summarised without being asked (docs/systems/memory-books.md#automatic-summary).
#pragma once

#include "core/memory/messagerange.h"
#include "core/model/json.h"

namespace snug {

struct AutoSummarySettings
{
    bool isEnabled = false;
    int interval = 100; // messages; the window offers 10 to 200
    int buffer = 0;     // the newest messages stay out of the scene; 0 to 50
    bool operator==(const AutoSummarySettings &) const = default;
};

AutoSummarySettings autoSummarySettingsFrom(const Json &settings);

// What a chat keeps about its memories.
struct MemoryPlace
{
    std::optional<int> highestProcessed; // message number
    std::optional<int> postponedUntil;   // a count of messages
    bool operator==(const MemoryPlace &) const = default;
};
MemoryPlace memoryPlaceFrom(const Json &marks);

// Messages since the last memory, hidden ones counted.
int messagesSinceMemory(int chatLength, const MemoryPlace &place);

// What is not in a memory yet; nothing if everything is.
std::optional<MessageRange> unprocessedRange(int chatLength, const MemoryPlace &place, int buffer = 0);

// The scene that is due, to be run if nothing else runs and a book is bound; running it ends a
// postponement.
std::optional<MessageRange> dueAutoSummary(int chatLength, const AutoSummarySettings &settings,
                                           const MemoryPlace &place);

// Without a book the user may put the question off by so many messages.
inline constexpr int LeastPostponement = 10;
inline constexpr int LongestPostponement = 50;

} // namespace snug
