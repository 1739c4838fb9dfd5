#include "app/chat/typedtokens.h"

#include "core/prompt/promptaccount.h"

namespace snug {

int typedTokens(const PreparedPrompt &prepared)
{
    if (prepared.inputs.userText.isEmpty())
        return -1;
    const auto isTyped = [](const Span &span) { return span.source.kind() == SourceKind::NewUser; };
    if (!prepared.prompt.prompt) {
        int tokens = -1;
        for (const OutboundMessage &message : prepared.prompt.messages) {
            const QList<Span> &spans = message.content.spans();
            if (!spans.isEmpty() && isTyped(spans.last()))
                tokens = message.tokens;
        }
        return tokens;
    }
    const QList<Span> &spans = prepared.prompt.prompt->spans();
    const QList<int> shares = promptAccount(prepared.prompt).messages.first().spans;
    int tokens = 0;
    for (qsizetype i = 0; i < spans.size(); ++i)
        tokens += isTyped(spans.at(i)) ? shares.at(i) : 0;
    return tokens;
}

} // namespace snug
