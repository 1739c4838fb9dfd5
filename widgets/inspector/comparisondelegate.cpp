#include "widgets/inspector/comparisondelegate.h"

#include "core/model/role.h"
#include "widgets/inspector/outboundlayout.h"
#include "widgets/inspector/outboundmodel.h"

#include <QPainter>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int side = 12;
constexpr int between = 14;
constexpr int stripWidth = 3;
constexpr int comparisonPadding = 7;

} // namespace

ComparisonDelegate::ComparisonDelegate(const ComparisonModel *model, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{
}

int ComparisonDelegate::cellWidth() const
{
    return std::max(40, (m_width - 2 * side - between) / 2);
}

int ComparisonDelegate::cellHeight(const std::optional<OutboundMessage> &message) const
{
    if (!message)
        return 0;
    const QFontMetrics small(m_theme.smallFont());
    const OutboundLayout layout(message->content.text(), m_theme.interfaceFont(),
                                cellWidth() - stripWidth - 6, true, 0);
    return small.height() + 2 + int(std::ceil(layout.height()));
}

QSize ComparisonDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const ComparisonItem &item = m_model->item(index.row());
    if (item.folded > 0)
        return {m_width, QFontMetrics(m_theme.smallFont()).height() + 2 * comparisonPadding};
    return {m_width, std::max(cellHeight(item.row.left), cellHeight(item.row.right)) + 2 * comparisonPadding};
}

void ComparisonDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    const ComparisonItem &item = m_model->item(index.row());
    const QRect &rect = option.rect;
    painter->save();
    painter->setClipRect(rect);
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(rect, isCurrent ? m_theme.hover : m_theme.pane);
    painter->fillRect(QRect(rect.left() + side, rect.bottom(), rect.width() - 2 * side, 1), m_theme.line);
    if (item.folded > 0) {
        painter->setFont(m_theme.smallFont());
        painter->setPen(m_theme.textDim);
        painter->drawText(rect, Qt::AlignCenter, index.data(Qt::DisplayRole).toString());
    } else {
        const QRect cell(rect.left() + side, rect.top() + comparisonPadding, cellWidth(),
                         rect.height() - 2 * comparisonPadding);
        paintCell(painter, cell, item.row, Side::Left);
        paintCell(painter, cell.translated(cellWidth() + between, 0), item.row, Side::Right);
    }
    painter->restore();
}

void ComparisonDelegate::paintCell(QPainter *painter, const QRect &rect, const ComparedRow &row,
                                   Side at) const
{
    const bool isLeft = at == Side::Left;
    const std::optional<OutboundMessage> &message = isLeft ? row.left : row.right;
    const QList<OwnStretch> &own = isLeft ? row.onlyLeft : row.onlyRight;
    const QString &name = isLeft ? m_model->leftName() : m_model->rightName();
    const QFontMetrics small(m_theme.smallFont());
    painter->setFont(m_theme.smallFont());
    if (!message) {
        painter->setPen(m_theme.textDim);
        //: in place of a message that is not in this character's prompt
        //: %1 is a character, or a set-up
        const QString words = (m_areWays ? tr("not in %1") : tr("not known to %1")).arg(name);
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignTop,
                          small.elidedText(words, Qt::ElideRight, rect.width()));
        return;
    }
    const bool isAlone = isLeft ? !row.right : !row.left;
    if (!own.isEmpty())
        painter->fillRect(QRect(rect.left(), rect.top(), stripWidth, rect.height()), m_theme.accent);
    const QRect inside = rect.adjusted(stripWidth + 6, 0, 0, 0);
    const QString source = sourceName(message->source);
    //: a message that only one character's prompt has
    const QString head = isAlone ? tr("only %1 · %2").arg(name, source) : source;
    painter->setPen(own.isEmpty() ? m_theme.textDim : m_theme.readable(m_theme.accent, m_theme.pane));
    painter->drawText(inside, Qt::AlignLeft | Qt::AlignTop,
                      small.elidedText(head, Qt::ElideRight, inside.width()));
    QList<TextMark> marks;
    for (const OwnStretch &stretch : own)
        marks.append({stretch.start, stretch.length, m_theme.tint(m_theme.accent, 0.2), {}});
    const OutboundLayout layout(message->content.text(), m_theme.interfaceFont(), inside.width(), true, 0);
    layout.draw(painter, QPointF(inside.left(), inside.top() + small.height() + 2),
                row.isSame() ? m_theme.textDim : m_theme.text, marks, QRectF(rect));
}

} // namespace snug
