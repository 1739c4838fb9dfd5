#include "widgets/chat/messagepainter.h"

#include "core/model/searchtext.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/pictures.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr double hiddenOpacity = 0.62; // of pictures
constexpr qreal largePictureRadius = 8;

QString translated(const char *text)
{
    return QCoreApplication::translate("MessageLayout", text);
}

void drawText(QPainter &painter, const QRect &rect, const QFont &font, const QColor &colour,
              const QString &text, int flags = Qt::AlignLeft | Qt::AlignVCenter)
{
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(rect, flags, text);
}

// Behind messages that are chosen together; dim text and speech can be read on it.
QColor runGround(const Theme &theme)
{
    return mixed(theme.surface, QColor(0x3D, 0x7E, 0xC8), theme.isDark() ? 0.16 : 0.09);
}

QRectF blockRect(const QTextDocument &document, const QTextBlock &block)
{
    return document.documentLayout()->blockBoundingRect(block);
}

// "•" or "3.", right-aligned before the item's first line and on its baseline.
void drawMarker(QPainter &painter, const QTextDocument &document, const QTextBlock &block,
                const MessageLayout &message)
{
    const QString marker = block.blockFormat().stringProperty(MarkerProperty);
    const QTextLayout *layout = block.layout();
    if (marker.isEmpty() || !layout || layout->lineCount() == 0)
        return;
    const QTextLine line = layout->lineAt(0);
    const QRectF rect = blockRect(document, block);
    painter.setFont(document.defaultFont());
    painter.setPen(message.style().theme.textDim);
    const qreal width = QFontMetricsF(painter.font()).horizontalAdvance(marker);
    painter.drawText(
        QPointF(layout->position().x() + line.x() - width - 7, rect.top() + line.y() + line.ascent()),
        marker);
}

// Grounds of code, bars of quotes and rules: what a QTextDocument would draw less calmly.
void drawBlockMarks(QPainter &painter, const QTextDocument &document, const QRectF &exposed, int width,
                    const MessageLayout &message)
{
    const Theme &theme = message.style().theme;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QTextBlockFormat format = block.blockFormat();
        const int code = format.intProperty(CodeBlockProperty);
        const int depth = format.intProperty(QuoteDepthProperty);
        const bool rule = format.boolProperty(RuleProperty);
        if (format.hasProperty(MarkerProperty))
            drawMarker(painter, document, block, message);
        if (code == 0 && depth == 0 && !rule)
            continue;
        QRectF rect = blockRect(document, block);
        if (code > 0) {
            while (block.next().isValid() &&
                   block.next().blockFormat().intProperty(CodeBlockProperty) == code) {
                block = block.next();
                rect = rect.united(blockRect(document, block));
            }
            const qreal left = std::max(0.0, format.leftMargin() - 12);
            const QRectF ground(left, rect.top() - 8, width - left, rect.height() + 19);
            if (ground.intersects(exposed)) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(theme.codeGround);
                painter.drawRoundedRect(ground, 5, 5);
            }
        }
        if (depth > 0) {
            const QTextBlock before = block.previous();
            const bool joins = before.isValid() && before.blockFormat().intProperty(QuoteDepthProperty) > 0;
            const qreal top = joins ? blockRect(document, before).bottom() : rect.top();
            for (int i = 0; i < depth; ++i)
                painter.fillRect(QRectF(i * 18 + 2, top, 2.5, rect.bottom() - top), theme.line);
        }
        if (rule) {
            const qreal y = std::round(rect.center().y());
            const qreal length = std::min(width * 0.4, 160.0);
            painter.fillRect(QRectF((width - length) / 2, y, length, 1), theme.line);
        }
    }
}

void drawCaret(QPainter &painter, const QTextDocument &document, const MessageLayout &message)
{
    const QTextBlock block = document.lastBlock();
    const QTextLayout *layout = block.layout();
    if (!layout || layout->lineCount() == 0)
        return;
    const QTextLine line = layout->lineAt(layout->lineCount() - 1);
    const QRectF rect = blockRect(document, block);
    const qreal x = rect.left() + line.cursorToX(line.textStart() + line.textLength());
    const qreal baseline = rect.top() + line.y() + line.ascent();
    const qreal size = message.style().lineHeight / 1.45;
    painter.fillRect(QRectF(std::round(x) + 2, baseline - size * 0.85, 2, size * 1.05),
                     message.style().theme.accent);
}

// A text that nobody reads at once is not looked through at every frame.
constexpr int MostMarkedCharacters = 200'000;
constexpr int MostMarks = 500;

void markSearched(QAbstractTextDocumentLayout::PaintContext &context, const QTextDocument &document,
                  const MessagePaint &how, const Theme &theme)
{
    if (document.characterCount() > MostMarkedCharacters)
        return;
    const WordSearch search(how.searched);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (const TextPlace &at : search.places(block.text(), MostMarks - context.selections.size())) {
            QAbstractTextDocumentLayout::Selection mark;
            mark.cursor = QTextCursor(block);
            mark.cursor.setPosition(block.position() + int(at.start));
            mark.cursor.setPosition(block.position() + int(at.end()), QTextCursor::KeepAnchor);
            mark.format.setBackground(theme.tint(theme.warning, how.isCurrent ? 0.45 : 0.25));
            mark.format.setForeground(theme.text);
            context.selections.append(mark);
        }
    }
}

void drawDocument(QPainter &painter, const MessageLayout &message, MessagePart part, const QRect &rect,
                  const MessagePaint &how)
{
    const QTextDocument &document = message.document(part);
    const QRectF exposed = QRectF(how.exposed.translated(-rect.topLeft()));
    painter.save();
    painter.translate(rect.topLeft());
    drawBlockMarks(painter, document, exposed, rect.width(), message);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette = message.style().theme.palette();
    context.clip = exposed;
    if (!how.searched.isEmpty())
        markSearched(context, document, how, message.style().theme);
    if (how.selectedPart == part && how.selectionStart != how.selectionEnd) {
        QAbstractTextDocumentLayout::Selection selection;
        selection.cursor = QTextCursor(const_cast<QTextDocument *>(&document));
        selection.cursor.setPosition(how.selectionStart);
        selection.cursor.setPosition(how.selectionEnd, QTextCursor::KeepAnchor);
        selection.format.setBackground(message.style().theme.selection);
        context.selections.append(selection);
    }
    document.documentLayout()->draw(&painter, context);
    if (part == MessagePart::Body && message.content().isStreaming)
        drawCaret(painter, document, message);
    painter.restore();
}

void drawHeader(QPainter &painter, const MessageLayout &message, const MessagePaint &how, Pictures &pictures)
{
    const Theme &theme = message.style().theme;
    const MessageContent &content = message.content();
    const TextStyle &style = message.style();
    if (!message.picture.isNull()) {
        painter.setOpacity(content.isHidden ? hiddenOpacity : 1);
        const QSize size = message.picture.size();
        const qreal radius = size.width() == size.height() ? size.width() / 2.0 : largePictureRadius;
        painter.drawPixmap(message.picture.topLeft(),
                           pictures.framed(content.picture, content.name, size, radius, how.scale, theme));
        painter.setOpacity(1);
    }
    const QFontMetrics nameMetrics(style.nameFont);
    drawText(painter, message.name, style.nameFont, content.isHidden ? theme.textDim : theme.text,
             nameMetrics.elidedText(content.name, Qt::ElideRight, message.name.width()),
             Qt::AlignLeft | Qt::AlignBaseline);
    // Small words on the line of the name, on its baseline.
    const QFontMetrics small(style.smallFont);
    const int baseline = message.name.top() + nameMetrics.ascent();
    int x = message.name.right() + 10;
    painter.setFont(style.smallFont);
    painter.setPen(theme.textDim);
    if (!message.knowers.isNull()) {
        icon(IconName::Eye, theme.textDim)
            .paint(&painter, QRect(x, baseline - small.ascent() + 1, small.ascent(), small.ascent()));
        painter.drawText(x + small.ascent() + 5, baseline, message.knowersText);
        x = message.knowers.right() + 10;
    }
    if (content.isHidden) {
        icon(IconName::EyeOff, theme.textDim)
            .paint(&painter, QRect(x, baseline - small.ascent() + 1, small.ascent(), small.ascent()));
        x += small.ascent() + 5;
        const QString words = translated("not sent");
        painter.drawText(x, baseline, words);
        x += small.horizontalAdvance(words) + 10;
    }
    if (content.isStreaming)
        painter.drawText(x, baseline, translated("writing…"));
    if (!how.hidesTime)
        painter.drawText(message.time.left(), baseline, message.timeText);
}

void drawNumber(QPainter &painter, const MessageLayout &message, const MessagePaint &how)
{
    if (message.number.isNull() || how.number < 0 || how.hidesTime)
        return;
    const TextStyle &style = message.style();
    painter.setFont(style.smallFont);
    painter.setPen(style.theme.textDim);
    const QFontMetrics line(message.content().isNarrator ? style.smallFont : style.nameFont);
    const QString text = u'#' + QString::number(how.number); // as one types it
    painter.drawText(message.number.right() - QFontMetrics(style.smallFont).horizontalAdvance(text),
                     message.number.top() + line.ascent(), text);
}

// Not while only the end of a message that is being written is painted. Letters may reach beyond their line.
bool isHeaderExposed(const MessageLayout &message, const QRect &exposed)
{
    const int bottom = std::max(message.name.bottom(), message.picture.bottom());
    return exposed.top() <= bottom + message.name.height();
}

void drawReasoning(QPainter &painter, const MessageLayout &message, const MessagePaint &how)
{
    const Theme &theme = message.style().theme;
    const QRect line = message.reasoningLine;
    const QColor colour = how.hovered == MessagePart::ReasoningLine ? theme.text : theme.textDim;
    const QFontMetrics metrics(message.style().wordsFont);
    drawText(painter, line, message.style().wordsFont, colour, message.reasoningText);
    const IconName arrow = message.options().reasoningOpen ? IconName::ChevronDown : IconName::ChevronRight;
    const int size = metrics.height() - 3;
    icon(arrow, colour)
        .paint(&painter, QRect(line.left() + metrics.horizontalAdvance(message.reasoningText) + 4,
                               line.center().y() - size / 2 + 1, size, size));
    if (!message.reasoning.isNull()) {
        painter.fillRect(
            QRect(message.reasoning.left() - 14, message.reasoning.top(), 2, message.reasoning.height()),
            theme.line);
        drawDocument(painter, message, MessagePart::Reasoning, message.reasoning, how);
    }
}

void drawError(QPainter &painter, const MessageLayout &message, const MessagePaint &how)
{
    const Theme &theme = message.style().theme;
    const QFont font = message.style().wordsFont;
    const QFontMetrics metrics(font);
    const int size = metrics.height();
    icon(IconName::Warning, theme.error)
        .paint(&painter, QRect(message.error.left() - 26, message.error.top(), size, size));
    drawText(painter, message.error, font, theme.error, message.errorText, Qt::TextWordWrap);
    for (const auto &[rect, part, words] :
         {std::tuple{message.retry, MessagePart::Retry, translated("Retry")},
          std::tuple{message.details, MessagePart::Details, translated("Details")}}) {
        QFont link = font;
        link.setUnderline(how.hovered == part);
        drawText(painter, rect, link, theme.accent, words);
    }
}

void drawPartLine(QPainter &painter, const PartLine &line, const MessageLayout &message,
                  const MessagePaint &how)
{
    const Theme &theme = message.style().theme;
    drawText(painter, line.place, message.style().wordsFont, theme.textDim, line.text);
    for (const auto &[rect, part, words] :
         {std::tuple{line.earlier, line.earlierPart, MessageLayout::earlierWords()},
          std::tuple{line.later, line.laterPart, MessageLayout::laterWords()}}) {
        QFont link = message.style().wordsFont;
        link.setUnderline(how.hovered == part);
        if (!rect.isNull())
            drawText(painter, rect, link, theme.accent, words);
    }
}

void drawSwipes(QPainter &painter, const MessageLayout &message, const MessagePaint &how)
{
    const Theme &theme = message.style().theme;
    const MessageContent &content = message.content();
    for (const auto &[rect, part, name] :
         {std::tuple{message.swipeBack, MessagePart::SwipeBack, IconName::ChevronLeft},
          std::tuple{message.swipeNext, MessagePart::SwipeNext, IconName::ChevronRight}}) {
        const bool off = part == MessagePart::SwipeBack && content.swipe == 0;
        const QColor colour = off ? theme.line : how.hovered == part ? theme.text : theme.textDim;
        icon(name, colour).paint(&painter, QRect(rect.center() - QPoint(8, 8), QSize(17, 17)));
    }
    QFont figures = theme.figuresFont();
    const qreal size = message.style().smallFont.pointSizeF();
    if (size > 0)
        figures.setPointSizeF(size);
    // A list opens here, where there is more than one.
    figures.setUnderline(how.hovered == MessagePart::SwipeCount && content.swipes > 1);
    drawText(painter, message.swipeCount, figures, theme.textDim,
             u"%1/%2"_s.arg(content.swipe + 1).arg(content.swipes), Qt::AlignCenter);
}

} // namespace

void paintMessage(QPainter &painter, const MessageLayout &message, const MessagePaint &how,
                  Pictures &pictures)
{
    const Theme &theme = message.style().theme;
    const MessageContent &content = message.content();
    painter.setRenderHint(QPainter::Antialiasing);
    if (content.isUser && !content.isNarrator) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.userGround);
        painter.drawRoundedRect(message.ground, 6, 6);
    }
    if (how.isInRun) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(runGround(theme));
        painter.drawRoundedRect(message.ground, 6, 6);
    }
    if (how.isCurrent)
        painter.fillRect(
            QRect(message.ground.left(), message.ground.top() + 8, 2, message.ground.height() - 16),
            theme.accent);
    if (!content.isNarrator && isHeaderExposed(message, how.exposed))
        drawHeader(painter, message, how, pictures);
    drawNumber(painter, message, how);
    if (!message.reasoningLine.isNull())
        drawReasoning(painter, message, how);
    if (message.options().editorHeight <= 0 && message.body.height() > 0)
        drawDocument(painter, message, MessagePart::Body, message.body, how);
    for (const PartLine &line : message.partLines)
        drawPartLine(painter, line, message, how);
    if (!message.error.isNull())
        drawError(painter, message, how);
    if (!message.swipeNext.isNull())
        drawSwipes(painter, message, how);
}

} // namespace snug
