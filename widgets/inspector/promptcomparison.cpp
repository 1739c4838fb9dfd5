#include "widgets/inspector/promptcomparison.h"

#include "widgets/inspector/messagematch.h"

#include <QHash>

namespace snug {

namespace {

// Whose turn or block a stretch of the one text belongs to.
Source pieceOf(Source source)
{
    std::optional<Source> turn;
    for (;; source = source.parent()) {
        if (source.family() == SourceFamily::History || source.kind() == SourceKind::NewUser)
            turn = source;
        if (!source.hasParent())
            return turn.value_or(source);
    }
}

QList<OutboundMessage> pieces(const AssembledPrompt &prompt)
{
    if (!prompt.prompt)
        return prompt.messages;
    QList<OutboundMessage> result;
    const TracedText &text = *prompt.prompt;
    qsizetype start = 0;
    const QList<Span> &spans = text.spans();
    for (qsizetype i = 0; i < spans.size(); ++i) {
        const Source source = pieceOf(spans.at(i).source);
        if (i + 1 < spans.size() && pieceOf(spans.at(i + 1).source) == source)
            continue;
        OutboundMessage piece;
        piece.content = text.mid(start, spans.at(i).end() - start);
        piece.source = source;
        result.append(piece);
        start = spans.at(i).end();
    }
    return result;
}

QHash<QString, int> spanTexts(const TracedText &text)
{
    QHash<QString, int> texts;
    for (const Span &span : text.spans())
        ++texts[text.text().mid(span.start, span.length)];
    return texts;
}

QList<OwnStretch> stretchesOnlyIn(const TracedText &text, const TracedText &other)
{
    QHash<QString, int> theirs = spanTexts(other);
    QList<OwnStretch> own;
    for (const Span &span : text.spans()) {
        int &count = theirs[text.text().mid(span.start, span.length)];
        if (count-- > 0)
            continue;
        if (!own.isEmpty() && own.last().start + own.last().length == span.start)
            own.last().length += span.length;
        else
            own.append({span.start, span.length});
    }
    return own;
}

ComparedRow pair(const OutboundMessage &left, const OutboundMessage &right)
{
    ComparedRow row{left, right};
    if (left.content.text() == right.content.text())
        return row;
    row.onlyLeft = stretchesOnlyIn(left.content, right.content);
    row.onlyRight = stretchesOnlyIn(right.content, left.content);
    if (row.isSame()) // the same stretches in another order
        row.onlyLeft = {{0, left.content.size()}};
    return row;
}

} // namespace

QList<ComparedRow> comparedPrompts(const AssembledPrompt &leftPrompt, const AssembledPrompt &rightPrompt)
{
    const QList<OutboundMessage> left = pieces(leftPrompt);
    const QList<OutboundMessage> right = pieces(rightPrompt);
    const QList<int> match = matchMessages(left, right);
    QList<ComparedRow> rows;
    const auto only = [](const OutboundMessage &message) {
        return QList<OwnStretch>{{0, message.content.size()}};
    };
    qsizetype next = 0; // of the left ones
    const auto leftUpTo = [&](qsizetype end) {
        for (; next < end; ++next)
            rows.append({left.at(next), std::nullopt, only(left.at(next)), {}});
    };
    for (qsizetype i = 0; i < right.size(); ++i) {
        if (match.at(i) < 0) {
            rows.append({std::nullopt, right.at(i), {}, only(right.at(i))});
            continue;
        }
        leftUpTo(match.at(i));
        rows.append(pair(left.at(next), right.at(i)));
        ++next;
    }
    leftUpTo(left.size());
    return rows;
}

} // namespace snug
