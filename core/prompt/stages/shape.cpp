#include "core/prompt/stages/stages.h"

using namespace Qt::StringLiterals;

namespace snug {

static bool canSquash(const PlacedMessage &placed)
{
    return !placed.staysApart && placed.message.role == Role::System && placed.message.name.isEmpty();
}

// Neighbouring system messages without a name become one. Tokens were counted before.
static QList<PlacedMessage> squashed(const QList<PlacedMessage> &messages)
{
    const TracedText newline = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorSquash));
    QList<PlacedMessage> result;
    for (const PlacedMessage &placed : messages) {
        if (placed.message.role == Role::System && placed.message.content.isEmpty())
            continue;
        if (!result.isEmpty() && canSquash(placed) && canSquash(result.last())) {
            OutboundMessage &last = result.last().message;
            last.content.append(newline);
            last.content.append(placed.message.content);
            last.tokens += placed.message.tokens;
        } else {
            result.append(placed);
        }
    }
    return result;
}

void shapeStage(const PromptInputs &inputs, Draft &draft)
{
    QList<PlacedMessage> messages;
    for (const ListedPrompt &prompt : std::as_const(draft.prompts))
        messages += prompt.placed;
    messages += draft.tail;
    if (inputs.preset->squashSystemMessages)
        messages = squashed(messages);

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
