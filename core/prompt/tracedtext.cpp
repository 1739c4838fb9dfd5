#include "core/prompt/tracedtext.h"

#include "core/model/whitespace.h"

#include <algorithm>

namespace snug {

TracedText::TracedText(QString text, const Source &source)
    : m_text(std::move(text))
{
    if (!m_text.isEmpty())
        m_spans.append(Span{0, m_text.size(), source, 0});
}

TracedText TracedText::computed(QString text, const Source &source)
{
    TracedText result(std::move(text), source);
    if (!result.m_spans.isEmpty())
        result.m_spans.first().originStart = -1;
    return result;
}

static auto firstSpanEndingAfter(const QList<Span> &spans, qsizetype position)
{
    return std::upper_bound(spans.cbegin(), spans.cend(), position,
                            [](qsizetype wanted, const Span &span) { return wanted < span.end(); });
}

const Span *TracedText::spanAt(qsizetype position) const
{
    if (position < 0 || position >= m_text.size())
        return nullptr;
    return &*firstSpanEndingAfter(m_spans, position);
}

void TracedText::appendSpan(Span span)
{
    if (span.length == 0)
        return;
    if (!m_spans.isEmpty()) {
        Span &last = m_spans.last();
        const bool consecutive =
            last.originStart < 0 ? span.originStart < 0 : span.originStart == last.originStart + last.length;
        if (consecutive && last.source == span.source) {
            last.length += span.length;
            return;
        }
    }
    m_spans.append(std::move(span));
}

void TracedText::append(const TracedText &other)
{
    if (isEmpty()) {
        *this = other;
        return;
    }
    const qsizetype offset = m_text.size();
    const QList<Span> added = other.m_spans; // `other` may be this text
    m_text += QString(other.m_text);
    for (Span span : added) {
        span.start += offset;
        appendSpan(std::move(span));
    }
}

void TracedText::prepend(const TracedText &other)
{
    insert(0, other);
}

void TracedText::insert(qsizetype position, const TracedText &other)
{
    replace(position, 0, other);
}

void TracedText::remove(qsizetype position, qsizetype length)
{
    replace(position, length, {});
}

void TracedText::replace(qsizetype position, qsizetype length, const TracedText &replacement)
{
    position = std::clamp<qsizetype>(position, 0, m_text.size());
    const qsizetype end = position + std::clamp<qsizetype>(length, 0, m_text.size() - position);
    TracedText result = mid(0, position);
    result.append(replacement);
    result.append(mid(end));
    *this = std::move(result);
}

TracedText TracedText::mid(qsizetype position, qsizetype length) const
{
    position = std::clamp<qsizetype>(position, 0, m_text.size());
    const qsizetype rest = m_text.size() - position;
    length = length < 0 ? rest : std::min(length, rest);
    if (length == m_text.size())
        return *this;
    TracedText result;
    result.m_text = m_text.mid(position, length);
    const qsizetype end = position + length;
    for (auto it = firstSpanEndingAfter(m_spans, position); it != m_spans.cend() && it->start < end; ++it) {
        const qsizetype from = std::max(it->start, position);
        const qsizetype to = std::min(it->end(), end);
        result.appendSpan({from - position, to - from, it->source,
                           it->originStart < 0 ? -1 : it->originStart + (from - it->start)});
    }
    return result;
}

TracedText TracedText::trimmed() const
{
    const QStringView front = trimmedStart(m_text);
    const QStringView both = trimmedEnd(front);
    return mid(m_text.size() - front.size(), both.size());
}

TracedText TracedText::without(QChar character) const
{
    if (!m_text.contains(character))
        return *this;
    TracedText result;
    qsizetype start = 0;
    while (start <= m_text.size()) {
        qsizetype found = m_text.indexOf(character, start);
        if (found < 0)
            found = m_text.size();
        if (found > start)
            result.append(mid(start, found - start));
        start = found + 1;
    }
    return result;
}

QList<TracedText> TracedText::split(QStringView separator) const
{
    QList<TracedText> parts;
    qsizetype start = 0;
    while (!separator.isEmpty()) {
        const qsizetype found = m_text.indexOf(separator, start);
        if (found < 0)
            break;
        parts.append(mid(start, found - start));
        start = found + separator.size();
    }
    parts.append(mid(start));
    return parts;
}

TracedText TracedText::join(const QList<TracedText> &parts, const TracedText &separator)
{
    TracedText result;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (i > 0)
            result.append(separator);
        result.append(parts[i]);
    }
    return result;
}

TracedText TracedText::withSingleLineFeeds() const
{
    TracedText result = *this;
    for (qsizetype at = 0; (at = result.m_text.indexOf(u"\n\n", at)) >= 0;) {
        qsizetype end = at + 1;
        while (end < result.size() && result.m_text.at(end) == u'\n')
            ++end;
        result.remove(at + 1, end - at - 1);
        ++at;
    }
    return result;
}

TracedText TracedText::inside(const Source &outer) const
{
    TracedText result;
    result.m_text = m_text;
    for (const Span &span : m_spans)
        result.appendSpan({span.start, span.length, span.source.inside(outer), span.originStart});
    return result;
}

} // namespace snug
