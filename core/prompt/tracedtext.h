// Text in which every character knows its source.
//
// A string plus spans that cover it exactly: sorted, not empty, without gaps or overlaps; two
// neighbours never have the same source with consecutive origins (they are joined). The rules for
// operations: what keeps text keeps its sources; what puts one text inside another keeps both; what
// replaces text by computed text gives the whole replacement the source that the caller names.
#pragma once

#include "core/prompt/source.h"

#include <QList>
#include <QString>

namespace snug {

struct Span
{
    qsizetype start = 0; // UTF-16 units into the text
    qsizetype length = 0;
    Source source;
    // Where the span's first character stands in the origin's own text (UTF-16 units), or -1 when
    // the text was computed and has no such place.
    qsizetype originStart = -1;

    qsizetype end() const { return start + length; }
    bool operator==(const Span &) const = default;
};

class TracedText
{
public:
    TracedText() = default;
    // The whole of an origin's text: offsets in the origin are offsets here.
    TracedText(QString text, const Source &source);
    // Text without a place in an origin (a macro's result, a separator).
    static TracedText computed(QString text, const Source &source);

    const QString &text() const { return m_text; }
    const QList<Span> &spans() const { return m_spans; }
    qsizetype size() const { return m_text.size(); }
    bool isEmpty() const { return m_text.isEmpty(); }
    // The span that holds the character at `position`; null outside the text.
    const Span *spanAt(qsizetype position) const;

    void append(const TracedText &other);
    void prepend(const TracedText &other);
    void insert(qsizetype position, const TracedText &other);
    void remove(qsizetype position, qsizetype length);
    void replace(qsizetype position, qsizetype length, const TracedText &replacement);

    TracedText mid(qsizetype position, qsizetype length = -1) const;
    TracedText left(qsizetype length) const { return mid(0, length); }
    // JavaScript's trim(): its white space is wider than QString's.
    TracedText trimmed() const;
    // Without any of these characters (carriage returns, say).
    TracedText without(QChar character) const;
    // Each run of line feeds as one.
    TracedText withSingleLineFeeds() const;
    QList<TracedText> split(QStringView separator) const;
    static TracedText join(const QList<TracedText> &parts, const TracedText &separator);

    // Every source put inside `outer`: what a marker or a block does to the text it shows.
    TracedText inside(const Source &outer) const;

    bool operator==(const TracedText &) const = default;

private:
    void appendSpan(Span span);

    QString m_text;
    QList<Span> m_spans;
};

} // namespace snug
