#include "core/chat/pausedturn.h"

namespace snug {

namespace {

template <typename Number>
std::optional<Number> sumOf(const std::optional<Number> &before, const std::optional<Number> &later)
{
    return before && later ? std::optional(*before + *later) : later ? later : before;
}

// The later prompt holds all of the earlier one; what was written, and paid, adds up.
std::optional<TokenUsage> usageOfBoth(const std::optional<TokenUsage> &before,
                                      const std::optional<TokenUsage> &later)
{
    if (!before || !later)
        return later ? later : before;
    TokenUsage usage = *later;
    usage.completion = sumOf(before->completion, later->completion);
    usage.reasoning = sumOf(before->reasoning, later->reasoning);
    usage.cost = sumOf(before->cost, later->cost);
    return usage;
}

} // namespace

TurnState joinedTurns(const TurnState &before, const TurnState &later)
{
    TurnState state = later;
    if (state.phase == TurnState::Phase::Waiting && before.hasArrived())
        state.phase = TurnState::Phase::Streaming;
    state.text = before.text + later.text;
    state.reasoning = before.reasoning + later.reasoning;
    state.usage = usageOfBoth(before.usage, later.usage);
    state.opaque = before.opaque;
    for (OpaqueItem item : later.opaque) {
        item.textAt += before.text.size();
        state.opaque.append(item);
    }
    state.pictures = before.pictures + later.pictures;
    state.started = before.started;
    if (before.firstArrived.isValid())
        state.firstArrived = before.firstArrived;
    return state;
}

} // namespace snug
