#include "widgets/inspector/outboundlayout.h"

#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <limits>

namespace snug {

namespace {

constexpr qreal lineSpacing = 1.25;

// More than any line holds, so that a folded message of a megabyte costs as little as a short one.
qsizetype lineCapacity(const QFont &font, qreal width)
{
    return qsizetype(width / std::max<qreal>(1, QFontMetricsF(font).horizontalAdvance(u'i'))) + 8;
}

QTextOption options(bool rightToLeft)
{
    QTextOption option(Qt::AlignAbsolute | (rightToLeft ? Qt::AlignRight : Qt::AlignLeft));
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(rightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
    return option;
}

} // namespace

OutboundLayout::OutboundLayout(const QString &text, const QFont &font, qreal width, bool folded,
                               qsizetype shown)
    : m_size(text.size())
{
    qsizetype limit = std::min(text.size(), folded ? lineCapacity(font, width) * (foldedLines + 1) : shown);
    if (limit > 0 && limit < text.size() && text.at(limit).isLowSurrogate())
        --limit;
    int linesLeft = folded ? foldedLines : std::numeric_limits<int>::max();
    qsizetype start = 0;
    while (linesLeft > 0) {
        qsizetype end = text.indexOf(u'\n', start);
        const bool last = end < 0 || end >= limit;
        if (last)
            end = limit;
        const bool blank = QStringView(text).sliced(start, end - start).trimmed().isEmpty();
        if (!(folded && blank))
            linesLeft -= addParagraph(text, start, end - start, font, width, linesLeft);
        else
            m_end = last ? end : end + 1;
        if (last || m_end < end)
            break;
        start = end + 1;
    }
    if (m_end >= limit && limit == text.size())
        m_end = text.size();
    if (m_paragraphs.empty())
        addParagraph(text, 0, 0, font, width, 1);
}

int OutboundLayout::addParagraph(const QString &text, qsizetype start, qsizetype length, const QFont &font,
                                 qreal width, int lines)
{
    QString stretch = text.sliced(start, length);
    stretch.replace(u'\r', u' ');
    auto layout = std::make_unique<QTextLayout>(stretch, font);
    layout->setTextOption(options(stretch.isRightToLeft()));
    layout->setCacheEnabled(true);
    qreal y = 0;
    int count = 0;
    qsizetype end = start;
    layout->beginLayout();
    while (count < lines) {
        QTextLine line = layout->createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        const qreal height = line.height() * lineSpacing;
        line.setPosition({0, y + (height - line.height()) / 2});
        y += height;
        end = start + line.textStart() + line.textLength();
        ++count;
    }
    layout->endLayout();
    m_paragraphs.push_back({std::move(layout), start, length, m_height});
    m_height += y;
    // The line break belongs to the paragraph that it ends.
    m_end = end == start + length && end < text.size() && text.at(end) == u'\n' ? end + 1 : end;
    return count;
}

QRectF OutboundLayout::lastLine() const
{
    const Paragraph &paragraph = m_paragraphs.back();
    const QTextLayout &layout = *paragraph.layout;
    if (layout.lineCount() == 0)
        return {0, paragraph.top, 0, 0};
    const QTextLine line = layout.lineAt(layout.lineCount() - 1);
    return line.naturalTextRect().translated(0, paragraph.top);
}

void OutboundLayout::draw(QPainter *painter, const QPointF &topLeft, const QColor &colour,
                          const QList<TextMark> &marks, const QRectF &clip) const
{
    painter->setPen(colour);
    for (const Paragraph &paragraph : m_paragraphs) {
        const QPointF at = topLeft + QPointF(0, paragraph.top);
        if (at.y() > clip.bottom())
            break;
        if (at.y() + paragraph.layout->boundingRect().bottom() < clip.top())
            continue;
        QList<QTextLayout::FormatRange> ranges;
        for (const TextMark &mark : marks) {
            const qsizetype from = std::max(mark.start, paragraph.start);
            const qsizetype to = std::min(mark.start + mark.length, paragraph.start + paragraph.length);
            if (from >= to)
                continue;
            QTextCharFormat format;
            if (mark.ground.isValid())
                format.setBackground(mark.ground);
            if (mark.underline.isValid()) {
                format.setUnderlineStyle(QTextCharFormat::SingleUnderline);
                format.setUnderlineColor(mark.underline);
            }
            ranges.append({int(from - paragraph.start), int(to - from), format});
        }
        paragraph.layout->draw(painter, at, ranges, clip);
    }
}

qsizetype OutboundLayout::positionAt(const QPointF &point) const
{
    for (const Paragraph &paragraph : m_paragraphs) {
        const QTextLayout &layout = *paragraph.layout;
        for (int i = 0; i < layout.lineCount(); ++i) {
            const QTextLine line = layout.lineAt(i);
            QRectF rect = line.naturalTextRect().translated(0, paragraph.top);
            const qreal gap = (line.height() * lineSpacing - line.height()) / 2;
            rect.adjust(0, -gap, 0, gap);
            if (!rect.contains(point))
                continue;
            const int cursor = line.xToCursor(point.x(), QTextLine::CursorOnCharacter);
            if (cursor >= line.textStart() && cursor < line.textStart() + line.textLength())
                return paragraph.start + cursor;
        }
    }
    return -1;
}

QRectF OutboundLayout::rectOf(qsizetype start, qsizetype length) const
{
    QRectF result;
    for (const Paragraph &paragraph : m_paragraphs) {
        const QTextLayout &layout = *paragraph.layout;
        for (int i = 0; i < layout.lineCount(); ++i) {
            const QTextLine line = layout.lineAt(i);
            const qsizetype lineStart = paragraph.start + line.textStart();
            const qsizetype from = std::max(start, lineStart);
            const qsizetype to = std::min(start + length, lineStart + line.textLength());
            if (from >= to)
                continue;
            const qreal x1 = line.cursorToX(int(from - paragraph.start));
            const qreal x2 = line.cursorToX(int(to - paragraph.start));
            result |= QRectF(QPointF(std::min(x1, x2), line.y() + paragraph.top),
                             QPointF(std::max(x1, x2), line.y() + paragraph.top + line.height()));
        }
    }
    return result;
}

} // namespace snug
