#include "app/chat/typedtokens.h"

#include "core/tokens/estimate.h"

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
    const TokenCounterPtr &counter = prepared.inputs.counter ? prepared.inputs.counter : estimateCounter();
    const TracedText &text = *prepared.prompt.prompt;
    int tokens = 0;
    for (const Span &span : text.spans()) {
        if (isTyped(span))
            tokens += counter->count(QStringView(text.text()).sliced(span.start, span.length));
    }
    return tokens;
}

} // namespace snug
