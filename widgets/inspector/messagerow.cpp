#include "widgets/inspector/messagerow.h"

#include "core/model/searchtext.h"
#include "widgets/inspector/groupshares.h"
#include "widgets/inspector/outboundmodel.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int stripWidth = 3;
constexpr int messageInset = 12; // from the row's left edge to the text
constexpr int rightInset = 12;
constexpr int above = 7;
constexpr int below = 8;
constexpr int gap = 8;
constexpr int arrowSize = 7;

void paintArrow(QPainter *painter, const QRectF &box, bool up, const QColor &colour)
{
    const qreal half = arrowSize / 2.0;
    const qreal tip = up ? -half / 2 : half / 2;
    const QPointF middle = box.center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(
        QPolygonF{middle + QPointF(-half, -tip), middle + QPointF(0, tip), middle + QPointF(half, -tip)});
    painter->restore();
}

} // namespace

MessageRow::MessageRow(const Theme &theme)
    : m_theme(theme)
    , m_textFont(theme.interfaceFont())
    , m_roleFont(theme.smallFont())
    , m_nameFont(theme.interfaceFont())
    , m_figuresFont(theme.figuresFont())
{
    m_nameFont.setWeight(QFont::DemiBold);
    m_headerHeight =
        int(std::ceil(std::max(QFontMetricsF(m_nameFont).height(), QFontMetricsF(m_figuresFont).height())));
    for (const Role role : {Role::System, Role::User, Role::Assistant})
        m_roleWidth = std::max(m_roleWidth,
                               int(std::ceil(QFontMetricsF(m_roleFont).horizontalAdvance(roleName(role)))));
}

qreal MessageRow::textWidth(int rowWidth) const
{
    return std::max(40, rowWidth - messageInset - rightInset);
}

OutboundLayout MessageRow::layout(const OutboundMessage &message, int rowWidth, bool folded,
                                  qsizetype shown) const
{
    return OutboundLayout(message.content.text(), m_textFont, textWidth(rowWidth), folded, shown);
}

int MessageRow::height(const OutboundLayout &layout) const
{
    return above + m_headerHeight + 3 + int(std::ceil(layout.height())) + below;
}

int MessageRow::estimatedHeight(const OutboundMessage &message, int rowWidth) const
{
    const QFontMetricsF metrics(m_textFont);
    const qreal perLine = std::max(1.0, textWidth(rowWidth) / metrics.averageCharWidth());
    const QString &text = message.content.text();
    const qreal lines =
        std::clamp(std::ceil(double(text.size()) / perLine) + double(text.left(400).count(u'\n')) / 2, 1.0,
                   double(OutboundLayout::foldedLines));
    return above + m_headerHeight + 3 + int(lines * metrics.height() * 1.25) + below;
}

QPoint MessageRow::textTopLeft(const QRect &rect) const
{
    return rect.topLeft() + QPoint(messageInset, above + m_headerHeight + 3);
}

QRect MessageRow::header(const QRect &rect) const
{
    return {rect.left() + messageInset, rect.top() + above, rect.width() - messageInset - rightInset,
            m_headerHeight};
}

QString MessageRow::foldText(const OutboundMessage &message, const OutboundLayout &layout, bool folded) const
{
    if (layout.isCut()) {
        //: Characters of a message that are not shown because it is folded. %1 is a number.
        return QCoreApplication::translate("snug::MessageRow", "+%1")
            .arg(QLocale().toString(message.content.size() - layout.laidOut()));
    }
    if (!folded)
        return QCoreApplication::translate("snug::MessageRow", "fold");
    return {};
}

QRect MessageRow::foldMark(const QRect &rect, const OutboundMessage &message, CountKind kind,
                           const OutboundLayout &layout, bool folded) const
{
    const QString text = foldText(message, layout, folded);
    if (text.isEmpty())
        return {};
    const QRect line = header(rect);
    const int tokens =
        int(std::ceil(QFontMetricsF(m_figuresFont).horizontalAdvance(tokensText(message.tokens, kind))));
    const int width = int(std::ceil(QFontMetricsF(m_roleFont).horizontalAdvance(text))) + arrowSize + 6;
    return {line.right() + 1 - tokens - 2 * gap - width, line.top(), width, line.height()};
}

QList<TextMark> MessageRow::marks(const OutboundMessage &message, const RowState &state) const
{
    QList<TextMark> marks;
    const QList<Span> &spans = message.content.spans();
    if (state.colourAll || state.showSegments) {
        for (qsizetype i = 0; i < spans.size(); ++i) {
            const SourceGroup group = spans.at(i).source.group();
            TextMark mark{spans.at(i).start, spans.at(i).length, {}, {}};
            if (state.colourAll)
                mark.ground = m_theme.sourceGround(group);
            if (state.showSegments)
                mark.underline = m_theme.source(group);
            if (i == state.segment)
                mark.ground = m_theme.tint(m_theme.source(group), state.colourAll ? 0.4 : 0.22);
            marks.append(mark);
        }
    }
    if (!state.filter.isEmpty()) {
        constexpr int most = 200; // what a window can show of them
        for (const TextPlace &place : WordSearch(state.filter).places(message.content.text(), most))
            marks.append({place.start, place.length, m_theme.tint(m_theme.whatIf, 0.45), {}});
    }
    return marks;
}

void MessageRow::paintHeader(QPainter *painter, const QRect &rect, const OutboundMessage &message,
                             CountKind kind, const OutboundLayout &layout, const RowState &state) const
{
    const QRect line = header(rect);
    const int flags = Qt::AlignVCenter | Qt::TextSingleLine;
    painter->setFont(m_roleFont);
    painter->setPen(m_theme.textDim);
    if (!state.isInner)
        painter->drawText(QRect(line.left(), line.top(), m_roleWidth + 1, line.height()),
                          flags | Qt::AlignLeft, kindName(message));

    const QString tokens = tokensText(message.tokens, kind);
    painter->setFont(m_figuresFont);
    painter->setPen(m_theme.text);
    painter->drawText(line, flags | Qt::AlignRight, tokens);

    int nameEnd =
        line.right() + 1 - int(std::ceil(QFontMetricsF(m_figuresFont).horizontalAdvance(tokens))) - gap;
    const QRect mark = foldMark(rect, message, kind, layout, state.folded);
    if (!mark.isNull()) {
        painter->setFont(m_roleFont);
        painter->setPen(m_theme.textDim);
        painter->drawText(mark, flags | Qt::AlignLeft, foldText(message, layout, state.folded));
        paintArrow(painter, QRectF(mark.right() - arrowSize, mark.top(), arrowSize, mark.height()),
                   !layout.isCut(), m_theme.textDim);
        nameEnd = mark.left() - gap;
    }

    QString name = sourceName(message.source);
    if (!message.name.isEmpty() && message.name != name) {
        //: A message's source and the name that is sent with it: "Main (name: example_user)".
        name = QCoreApplication::translate("snug::MessageRow", "%1 (name: %2)").arg(name, message.name);
    }
    const int nameLeft = line.left() + m_roleWidth + gap;
    const int room = std::max(0, nameEnd - nameLeft);
    painter->setFont(m_nameFont);
    painter->setPen(m_theme.text);
    painter->drawText(QRect(nameLeft, line.top(), room, line.height()), flags | Qt::AlignLeft,
                      QFontMetrics(m_nameFont).elidedText(name, Qt::ElideRight, room));
    const int behind = nameLeft + QFontMetrics(m_nameFont).horizontalAdvance(name) + gap;
    painter->setFont(m_roleFont);
    painter->setPen(m_theme.textDim);
    if (behind + QFontMetrics(m_roleFont).horizontalAdvance(state.part) <= nameEnd)
        painter->drawText(QRect(behind, line.top(), nameEnd - behind, line.height()), flags | Qt::AlignLeft,
                          state.part);
}

void MessageRow::paint(QPainter *painter, const QRect &rect, const OutboundMessage &message, CountKind kind,
                       const OutboundLayout &layout, const RowState &state, const QRect &clip) const
{
    painter->save();
    if (state.current)
        painter->fillRect(rect, state.focused ? m_theme.tint(m_theme.accent, 0.13) : m_theme.hover);
    else if (state.hovered)
        painter->fillRect(rect, mixed(m_theme.surface, m_theme.hover, 0.6));
    painter->fillRect(QRect(rect.left(), rect.top() + 1, stripWidth, rect.height() - 2),
                      m_theme.source(mainGroup(message)));
    paintHeader(painter, rect, message, kind, layout, state);

    const QPoint at = textTopLeft(rect);
    if (message.content.isEmpty()) {
        painter->setFont(m_roleFont);
        painter->setPen(m_theme.textDim);
        painter->drawText(QRect(at, QSize(rect.width() - messageInset, rect.bottom() - at.y())),
                          Qt::AlignLeft, QCoreApplication::translate("snug::MessageRow", "empty"));
    }
    layout.draw(painter, at, m_theme.text, marks(message, state), clip);
    if (layout.isCut()) {
        painter->setFont(m_textFont);
        painter->setPen(m_theme.textDim);
        const QRectF last = layout.lastLine().translated(at);
        const qreal width = QFontMetricsF(m_textFont).horizontalAdvance(u'…');
        if (last.right() + width <= rect.right() - 2)
            painter->drawText(QRectF(last.right(), last.top(), width + 1, last.height()), Qt::AlignLeft,
                              u"…"_s);
    }
    painter->restore();
}

} // namespace snug
