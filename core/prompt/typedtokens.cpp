#include "core/prompt/typedtokens.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptparts.h"

#include <algorithm>

namespace snug {

// As the map and all lists have it: what macros and scripts made in the text is typed too.
static bool isOfTypedText(const Span &span)
{
    return !isSeparator(span.source) && thingOf(span.source).kind() == SourceKind::NewUser;
}

int typedTokens(const AssembledPrompt &prompt)
{
    int tokens = -1;
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    for (const OutboundMessage &message : messages) {
        const QList<Span> &spans = message.content.spans();
        if (std::ranges::none_of(spans, isOfTypedText))
            continue;
        const QList<int> shares = messageAccount(message, prompt.budget).spans;
        tokens = std::max(tokens, 0);
        for (qsizetype i = 0; i < spans.size(); ++i)
            tokens += isOfTypedText(spans.at(i)) ? shares.at(i) : 0;
    }
    return tokens;
}

} // namespace snug
