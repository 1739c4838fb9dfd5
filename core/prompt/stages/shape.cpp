#include "core/prompt/messagecount.h"
#include "core/prompt/stages/stages.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

static bool canSquash(const PlacedMessage &placed)
{
    return !placed.staysApart && placed.message.role == Role::System && placed.message.name.isEmpty();
}

// Neighbouring system messages without a name become one, which is counted anew: the budget was filled with
// what they cost apart.
static QList<PlacedMessage> squashed(const QList<PlacedMessage> &messages, const TokenCounterPtr &counter)
{
    const TracedText newline = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorSquash));
    QList<PlacedMessage> result;
    bool isJoined = false; // the last one
    const auto count = [&] {
        if (std::exchange(isJoined, false))
            result.last().message.tokens = messageTokens(counter, result.last().message.content.text());
    };
    for (const PlacedMessage &placed : messages) {
        if (placed.message.role == Role::System && placed.message.content.isEmpty())
            continue;
        if (!result.isEmpty() && canSquash(placed) && canSquash(result.last())) {
            OutboundMessage &last = result.last().message;
            last.content.append(newline);
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

void shapeStage(const PromptInputs &inputs, Draft &draft)
{
    QList<PlacedMessage> messages;
    for (const ListedPrompt &prompt : std::as_const(draft.prompts))
        messages += prompt.placed;
    messages += draft.tail;
    if (inputs.preset->squashSystemMessages)
        messages = squashed(messages, inputs.counter);

    AssembledPrompt &result = draft.result;
    result.messages.reserve(messages.size());
    result.budget.used = 0;
    for (PlacedMessage &placed : messages) {
        if (placed.message.content.isEmpty())
            continue;
        result.budget.used += placed.message.tokens;
        result.messages.append(std::move(placed.message));
    }
}

} // namespace snug
