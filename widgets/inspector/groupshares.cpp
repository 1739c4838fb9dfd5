#include "widgets/inspector/groupshares.h"

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

} // namespace snug
