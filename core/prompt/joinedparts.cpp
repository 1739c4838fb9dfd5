#include "core/prompt/joinedparts.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Between what stood in messages of their own.
bool isJoint(const OutboundMessage &message, const Span &span)
{
    const SourceKind kind = span.source.kind();
    return kind == SourceKind::SeparatorSquash ||
           (kind == SourceKind::SeparatorBlock &&
            QStringView(message.content.text()).sliced(span.start, span.length) == "\n\n"_L1);
}

// As a message of its own would have it: the block that shows the text, else the thing itself.
Source blockSource(const Source &source)
{
    for (Source link = source;; link = link.parent()) {
        const SourceKind kind = link.kind();
        if (kind == SourceKind::PresetRelative || kind == SourceKind::PresetInChat ||
            kind == SourceKind::PresetUnlisted)
            return link;
        if (!link.hasParent())
            return thingOf(source);
    }
}

struct SpanRange
{
    qsizetype first = 0;
    qsizetype end = 0;
    int joint = 0; // tokens of the line break behind it
};

int separatorsIn(const OutboundMessage &message, const MessageAccount &account, qsizetype first,
                 qsizetype end)
{
    int tokens = 0;
    for (qsizetype i = first; i < end; ++i)
        tokens += isSeparator(message.content.spans().at(i).source) ? account.spans.at(i) : 0;
    return tokens;
}

bool hasSeparator(const OutboundMessage &message)
{
    return std::ranges::any_of(message.content.spans(),
                               [](const Span &span) { return isSeparator(span.source); });
}

QList<SpanRange> rangesOf(const OutboundMessage &message, const MessageAccount &account)
{
    const QList<Span> &spans = message.content.spans();
    QList<SpanRange> ranges{SpanRange()};
    for (qsizetype i = 0; i < spans.size(); ++i) {
        if (isJoint(message, spans.at(i))) {
            ranges.last().joint += account.spans.at(i);
            ranges.append({i + 1, i + 1, 0});
        } else {
            ranges.last().end = i + 1;
        }
    }
    return ranges;
}

} // namespace

bool isJoined(const OutboundMessage &message)
{
    return !isWholeText(message) && std::ranges::any_of(message.content.spans(), [&](const Span &span) {
        return isJoint(message, span);
    });
}

JoinedPart wholePart(const OutboundMessage &message, const Budget &budget)
{
    JoinedPart whole{message, 0, 0, 0};
    if (hasSeparator(message)) // otherwise nothing is counted
        whole.separator =
            separatorsIn(message, messageAccount(message, budget), 0, message.content.spans().size());
    whole.message.tokens -= overheadOf(message, budget) + thoughtsOf(message) + whole.separator;
    return whole;
}

QList<JoinedPart> joinedParts(const OutboundMessage &message, const Budget &budget)
{
    const QList<Span> &spans = message.content.spans();
    if (!isJoined(message))
        return {wholePart(message, budget)};
    const bool isSquashed = std::ranges::any_of(
        spans, [](const Span &span) { return span.source.kind() == SourceKind::SeparatorSquash; });
    const MessageAccount account = messageAccount(message, budget);
    const QList<SpanRange> ranges = rangesOf(message, account);
    QList<JoinedPart> parts;
    parts.reserve(ranges.size());
    for (const SpanRange &range : ranges) {
        const int inside = separatorsIn(message, account, range.first, range.end);
        JoinedPart part{message, inside + range.joint, 0, range.first};
        const bool isFirst = parts.isEmpty();
        part.message.goesBackTokens = isFirst ? account.thoughts : 0;
        part.message.tokens = -inside;
        for (qsizetype i = range.first; i < range.end; ++i)
            part.message.tokens += account.spans.at(i);
        if (range.end > range.first) {
            part.start = spans.at(range.first).start;
            part.message.content =
                message.content.mid(part.start, spans.at(range.end - 1).end() - part.start);
            if (!isFirst || !isSquashed) // which is named after the first
                part.message.source = blockSource(spans.at(range.first).source);
        } else {
            part.start = isFirst ? 0 : spans.at(range.first - 1).end();
            part.message.content = {};
        }
        if (!isFirst)
            part.message.sourceObject = {};
        parts.append(std::move(part));
    }
    return parts;
}

} // namespace snug
