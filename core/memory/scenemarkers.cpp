#include "core/memory/scenemarkers.h"

namespace snug {

SceneMarkers SceneMarkers::withStart(int message) const
{
    SceneMarkers changed = *this;
    if (start == message) {
        changed.start.reset();
        return changed;
    }
    changed.start = message;
    if (end && *end < message)
        changed.end.reset();
    return changed;
}

SceneMarkers SceneMarkers::withEnd(int message) const
{
    SceneMarkers changed = *this;
    if (end == message) {
        changed.end.reset();
        return changed;
    }
    changed.end = message;
    if (start && *start > message)
        changed.start.reset();
    return changed;
}

static std::optional<int> movedUp(std::optional<int> marker, int deleted)
{
    if (!marker || *marker == deleted)
        return {};
    return *marker > deleted ? *marker - 1 : *marker;
}

SceneMarkers SceneMarkers::afterDeletion(int message) const
{
    return {movedUp(start, message), movedUp(end, message)};
}

SceneMarkers SceneMarkers::within(int messageCount) const
{
    SceneMarkers changed = *this;
    if (start && *start >= messageCount)
        changed.start.reset();
    if (end && *end >= messageCount) {
        changed.end.reset();
        if (messageCount > 0)
            changed.end = messageCount - 1;
    }
    return changed;
}

std::optional<MessageRange> SceneMarkers::range() const
{
    if (!start || !end)
        return {};
    return MessageRange{*start, *end};
}

} // namespace snug
