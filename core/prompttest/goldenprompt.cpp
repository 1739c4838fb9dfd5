#include "core/prompttest/goldenprompt.h"

#include "core/prompt/promptblocks.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// What most of its text is from: what stands for a block is a card's field, say.
static Source mainSource(const OutboundMessage &message)
{
    const QList<Span> &spans = message.content.spans();
    const auto longest = std::ranges::max_element(spans, {}, &Span::length);
    return longest == spans.cend() ? message.source : longest->source;
}

AssembledPrompt goldenPrompt(const QList<ExpectedMessage> &golden, const AssembledPrompt &sent)
{
    const QList<OutboundMessage> messages = promptBlocks(sent);
    const QList<ExpectedMessage> records = goldenOf(sent);
    QList<bool> isTaken(messages.size(), false);
    // Of several the first that is still there.
    const auto find = [&](auto fits) {
        for (qsizetype i = 0; i < messages.size(); ++i) {
            if (!isTaken.at(i) && fits(records.at(i)))
                return i;
        }
        return qsizetype(-1);
    };
    QList<qsizetype> partners(golden.size(), -1);
    const auto pair = [&](auto fits) {
        for (qsizetype i = 0; i < golden.size(); ++i) {
            if (partners.at(i) >= 0)
                continue;
            partners[i] = find([&](const ExpectedMessage &record) { return fits(golden.at(i), record); });
            if (partners.at(i) >= 0)
                isTaken[partners.at(i)] = true;
        }
    };
    pair([](const ExpectedMessage &expected, const ExpectedMessage &record) { return expected == record; });
    pair([](const ExpectedMessage &expected, const ExpectedMessage &record) {
        return expected.role == record.role && expected.name == record.name &&
               expected.content == record.content;
    });
    pair([](const ExpectedMessage &expected, const ExpectedMessage &record) {
        return !expected.source.isEmpty() && expected.source == record.source;
    });

    AssembledPrompt prompt;
    prompt.mode = sent.mode;
    prompt.budget = sent.budget;
    prompt.budget.used = 0;
    for (qsizetype i = 0; i < golden.size(); ++i) {
        const ExpectedMessage &expected = golden.at(i);
        OutboundMessage message;
        if (partners.at(i) >= 0)
            message = messages.at(partners.at(i));
        else
            message.source =
                Source::named(u"golden"_s, expected.source + QString::number(i), expected.source);
        if (const std::optional<Role> role = roleFromName(expected.role))
            message.role = *role;
        message.name = expected.name;
        if (message.content.text() != expected.content) {
            message.content = TracedText(expected.content, mainSource(message));
            message.tokens = 0; // nobody counted it
        }
        prompt.budget.used += message.tokens;
        if (sent.prompt)
            prompt.prompt = message.content;
        else
            prompt.messages.append(message);
    }
    return prompt;
}

} // namespace snug
