// The lines of one message's text at one width: folded or whole, painted, and hit-tested.
#pragma once

#include "core/prompt/tracedtext.h"

#include <QFont>
#include <QList>
#include <QRectF>
#include <QTextLayout>

#include <memory>
#include <vector>

class QPainter;

namespace snug {

// A stretch of the text to paint with its own ground, underline or both.
struct TextMark
{
    qsizetype start = 0; // UTF-16 units into the message
    qsizetype length = 0;
    QColor ground;    // invalid = none
    QColor underline; // invalid = none
};

class OutboundLayout
{
public:
    static constexpr int foldedLines = 4;

    // Folded: the first four lines, blank lines left out. Otherwise the first `shown` characters.
    OutboundLayout(const QString &text, const QFont &font, qreal width, bool folded, qsizetype shown);

    qreal height() const { return m_height; }
    // Where the painted text ends; text().size() when all of it is there.
    qsizetype laidOut() const { return m_end; }
    bool isCut() const { return m_end < m_size; }
    // Where the last line ends, for a mark behind it.
    QRectF lastLine() const;

    void draw(QPainter *painter, const QPointF &topLeft, const QColor &colour, const QList<TextMark> &marks,
              const QRectF &clip) const;
    // The character under `point` (relative to the top left corner), -1 beside the text.
    qsizetype positionAt(const QPointF &point) const;
    // What encloses these characters, as far as they are laid out; null otherwise.
    QRectF rectOf(qsizetype start, qsizetype length) const;

private:
    struct Paragraph
    {
        std::unique_ptr<QTextLayout> layout;
        qsizetype start = 0;
        qsizetype length = 0; // of the text in `layout`
        qreal top = 0;
    };
    // Adds at most `lines` lines of this stretch; says how many.
    int addParagraph(const QString &text, qsizetype start, qsizetype length, const QFont &font, qreal width,
                     int lines);

    std::vector<Paragraph> m_paragraphs;
    qreal m_height = 0;
    qsizetype m_size = 0;
    qsizetype m_end = 0;
};

} // namespace snug
