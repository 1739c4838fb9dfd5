#include "core/prompt/stages/joining.h"

#include "core/prompt/messagecount.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Joining = LayoutSettings::Joining;

bool canJoin(const PlacedMessage &placed, Joining joining)
{
    const OutboundMessage &message = placed.message;
    return !placed.staysApart && message.name.isEmpty() && message.goesBack == OpaqueItems() &&
           (message.role == Role::System || joining == Joining::Neighbours);
}

} // namespace

QList<PlacedMessage> joinedMessages(const QList<PlacedMessage> &messages, Joining joining,
                                    const TokenCounterPtr &counter)
{
    if (joining == Joining::ByForm || joining == Joining::Separate)
        return messages;
    const bool isApart = joining == Joining::OneSystem;
    const TracedText gap =
        TracedText::computed(isApart ? u"\n\n"_s : u"\n"_s,
                             Source(isApart ? SourceKind::SeparatorBlock : SourceKind::SeparatorSquash));
    QList<PlacedMessage> result;
    bool isJoined = false; // the last one
    const auto count = [&] {
        if (std::exchange(isJoined, false))
            result.last().message.tokens = messageTokens(counter, result.last().message.content.text());
    };
    for (const PlacedMessage &placed : messages) {
        if (placed.message.role == Role::System && placed.message.content.isEmpty())
            continue;
        if (!result.isEmpty() && result.last().message.role == placed.message.role &&
            canJoin(placed, joining) && canJoin(result.last(), joining)) {
            OutboundMessage &last = result.last().message;
            last.content.append(gap);
            last.content.append(placed.message.content);
            isJoined = true;
        } else {
            count();
            result.append(placed);
        }
    }
    count();
    return result;
}

void joinMessages(AssembledPrompt &prompt, Joining joining, const TokenCounterPtr &counter)
{
    if (joining == Joining::ByForm || joining == Joining::Separate)
        return;
    QList<PlacedMessage> placed;
    for (OutboundMessage &message : prompt.messages) {
        prompt.budget.used -= message.tokens;
        placed.append({std::move(message)});
    }
    prompt.messages.clear();
    for (PlacedMessage &joined : joinedMessages(placed, joining, counter)) {
        prompt.budget.used += joined.message.tokens;
        prompt.messages.append(std::move(joined.message));
    }
}

} // namespace snug
