#include "widgets/inspector/groupshares.h"

#include <algorithm>

namespace snug {

GroupShares groupShares(const OutboundMessage &message)
{
    GroupShares shares{};
    if (message.content.isEmpty()) {
        shares[size_t(message.source.group())] = message.tokens;
        return shares;
    }
    const double perCharacter = double(message.tokens) / double(message.content.size());
    for (const Span &span : message.content.spans())
        shares[size_t(span.source.group())] += perCharacter * double(span.length);
    return shares;
}

SourceGroup mainGroup(const OutboundMessage &message)
{
    std::array<qsizetype, sourceGroupCount> lengths{};
    for (const Span &span : message.content.spans())
        lengths[size_t(span.source.group())] += span.length;
    const auto longest = std::ranges::max_element(lengths);
    return *longest > 0 ? SourceGroup(longest - lengths.begin()) : message.source.group();
}

} // namespace snug
