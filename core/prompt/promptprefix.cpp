#include "core/prompt/promptprefix.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"

#include <QSet>

#include <algorithm>

namespace snug {

namespace {

qsizetype commonLength(QStringView left, QStringView right)
{
    const qsizetype shorter = std::min(left.size(), right.size());
    qsizetype length = 0;
    while (length < shorter && left[length] == right[length])
        ++length;
    if (length > 0 && left[length - 1].isHighSurrogate())
        --length;
    return length;
}

const PromptPart *partAt(const QList<PromptPart> &parts, qsizetype message, qsizetype position)
{
    const PromptPart *found = nullptr;
    for (const PromptPart &part : parts) {
        if (part.message != message)
            continue;
        found = &part;
        if (part.end() > position) // between two things it is the one behind
            break;
    }
    return found;
}

QSet<QString> keysOf(const QList<PromptPart> &parts)
{
    QSet<QString> keys;
    for (const PromptPart &part : parts)
        keys.insert(part.key);
    return keys;
}

// The overhead counts with the first character: role and marks stand in front, and so do thoughts.
int tokensUpTo(const OutboundMessage &message, qsizetype position, const Budget &budget)
{
    if (position <= 0)
        return 0;
    const MessageAccount account = messageAccount(message, budget);
    int tokens = account.overhead + account.thoughts;
    for (qsizetype i = 0; i < account.spans.size(); ++i) {
        const Span &span = message.content.spans().at(i);
        const qsizetype length = std::clamp<qsizetype>(position - span.start, 0, span.length);
        tokens += int(qint64(account.spans.at(i)) * length / span.length);
    }
    return tokens;
}

} // namespace

PromptPrefix promptPrefix(const AssembledPrompt &before, const AssembledPrompt &after)
{
    const QList<OutboundMessage> left = promptBlocks(before);
    const QList<OutboundMessage> right = promptBlocks(after);
    PromptPrefix prefix;
    for (const OutboundMessage &message : right)
        prefix.total += message.tokens;

    const auto same = [](const OutboundMessage &a, const OutboundMessage &b) {
        return a.role == b.role && a.name == b.name && a.content.text() == b.content.text();
    };
    qsizetype number = 0;
    while (number < left.size() && number < right.size() && same(left.at(number), right.at(number)))
        prefix.tokens += right.at(number++).tokens;
    if (number == left.size())
        return prefix;

    PromptPrefix::Break first;
    first.message = number;
    if (number < right.size() && left.at(number).role == right.at(number).role &&
        left.at(number).name == right.at(number).name) {
        const QString text = right.at(number).content.text();
        first.position = commonLength(left.at(number).content.text(), text);
        prefix.tokens += tokensUpTo(right.at(number), first.position, after.budget);
        // A text that only goes on at its end breaks nothing, if it is the last one.
        if (number == left.size() - 1 && first.position == left.at(number).content.size())
            return prefix;
    }
    const QList<PromptPart> oldParts = promptParts(before);
    const QList<PromptPart> newParts = promptParts(after);
    const PromptPart *stood = partAt(oldParts, number, first.position);
    const PromptPart *stands = partAt(newParts, number, first.position);
    const QSet<QString> oldKeys = keysOf(oldParts);
    const QSet<QString> newKeys = keysOf(newParts);
    if (stood) {
        first.before = stood->source;
        first.isGone = !newKeys.contains(stood->key);
    }
    if (stands) {
        first.now = stands->source;
        first.isNew = !oldKeys.contains(stands->key);
    }
    QSet<QString> texts;
    for (const PromptPart &part : oldParts)
        texts.insert(part.text);
    for (const PromptPart &part : newParts) {
        const bool isBehind =
            part.message > number || (part.message == number && part.start >= first.position);
        if (isBehind && texts.contains(part.text))
            prefix.again += part.tokens;
    }
    prefix.firstBreak = first;
    return prefix;
}

} // namespace snug
