#include "core/ledger/replyspeed.h"

#include <ranges>

namespace snug {

static std::optional<ReplySpeed> speedOf(const LedgerHead &head)
{
    constexpr int leastTokens = 10;
    constexpr int leastTime = 100; // milliseconds
    if (head.result != LedgerResult::Finished || isBesideReplies(head.kind) || !head.usage)
        return {};
    const TokenUsage &usage = *head.usage;
    const int tokens =
        usage.completion.value_or(0) + (usage.isReasoningBeside ? usage.reasoning.value_or(0) : 0);
    const int time = head.endedAfter - head.firstAfter;
    if (tokens < leastTokens || head.firstAfter < 0 || time < leastTime)
        return {};
    return ReplySpeed{tokens * 1000.0 / time, head.firstAfter / 1000.0};
}

std::optional<ReplySpeed> lastReplySpeed(const QList<LedgerHead> &heads, const QString &connection,
                                         const QString &model)
{
    for (const LedgerHead &head : std::views::reverse(heads)) {
        if (head.connection != connection || head.model != model)
            continue;
        if (const std::optional<ReplySpeed> speed = speedOf(head))
            return speed;
    }
    return {};
}

} // namespace snug
