#include "widgets/library/chatdelegate.h"

#include "core/library/chatsmodel.h"
#include "widgets/theme/icons.h"

#include <QPainter>

namespace snug {

static constexpr int chatMargin = 8;
static constexpr int chatGap = 4; // above and below
static constexpr int openStrip = 3;

QSize ChatDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {0, QFontMetrics(m_theme.interfaceFont()).height() + QFontMetrics(m_theme.smallFont()).height() +
                   2 * chatGap};
}

void ChatDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    const QRect rect = option.rect;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        painter->fillRect(rect, m_theme.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(rect, m_theme.hover);
    // The one that is open, whatever is chosen.
    if (index.data(ChatsModel::OpenRole).toBool())
        painter->fillRect(QRect(rect.left(), rect.top(), openStrip, rect.height()), m_theme.accent);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(m_theme.accent);
        painter->drawRect(rect.adjusted(0, 0, -1, -1));
    }
    const QColor dim = m_theme.readable(m_theme.textDim, isSelected ? m_theme.selection : m_theme.pane);
    const QFont font = m_theme.interfaceFont();
    const QFont small = m_theme.smallFont();
    const QFontMetrics metrics(font);
    const QFontMetrics smallMetrics(small);
    QRect top = rect.adjusted(chatMargin, chatGap, -chatMargin, 0);
    top.setHeight(metrics.height());
    if (index.data(ChatsModel::PinnedRole).toBool()) {
        const int side = smallMetrics.height();
        icon(IconName::Pin, m_theme.accent)
            .paint(painter, QRect(top.right() - side, top.center().y() - side / 2, side, side));
        top.setRight(top.right() - side - chatMargin / 2);
    }
    painter->setFont(font);
    painter->setPen(index.data(ChatsModel::ArchivedRole).toBool() ? dim : m_theme.text);
    painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(index.data().toString(), Qt::ElideRight, top.width()));
    QRect bottom = rect.adjusted(chatMargin, 0, -chatMargin, 0);
    bottom.setTop(top.bottom() + 1);
    bottom.setHeight(smallMetrics.height());
    painter->setFont(small);
    painter->setPen(index.data(ChatsModel::HasProblemRole).toBool() ? m_theme.error : dim);
    painter->drawText(bottom, Qt::AlignLeft | Qt::AlignVCenter,
                      smallMetrics.elidedText(index.data(ChatsModel::FactsRole).toString(), Qt::ElideRight,
                                              bottom.width()));
    painter->restore();
}

} // namespace snug
