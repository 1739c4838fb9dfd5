#include "widgets/theme/viewlook.h"

#include "widgets/theme/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>

namespace snug {

namespace {

constexpr int chosenLine = 2; // thickness

// Of `rect`, the strip of this thickness beside the page.
QRect pageSide(const QRect &rect, QTabBar::Shape shape, int thickness)
{
    switch (shape) {
    case QTabBar::RoundedSouth:
    case QTabBar::TriangularSouth:
        return {rect.left(), rect.top(), rect.width(), thickness};
    case QTabBar::RoundedWest:
    case QTabBar::TriangularWest:
        return {rect.right() - thickness + 1, rect.top(), thickness, rect.height()};
    case QTabBar::RoundedEast:
    case QTabBar::TriangularEast:
        return {rect.left(), rect.top(), thickness, rect.height()};
    default:
        return {rect.left(), rect.bottom() - thickness + 1, rect.width(), thickness};
    }
}

} // namespace

void paintRow(QPainter &painter, const QStyleOptionViewItem &row, bool isBesideItems)
{
    if (!isBesideItems && row.backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(row.rect, row.backgroundBrush);
    const bool isEnabled = row.state.testFlag(QStyle::State_Enabled);
    const QPalette::ColorGroup group = !isEnabled                                 ? QPalette::Disabled
                                       : row.state.testFlag(QStyle::State_Active) ? QPalette::Active
                                                                                  : QPalette::Inactive;
    if (row.state.testFlag(QStyle::State_Selected) && (!isBesideItems || row.showDecorationSelected))
        painter.fillRect(row.rect, row.palette.color(group, QPalette::Highlight));
    else if (isBesideItems && row.features.testFlag(QStyleOptionViewItem::Alternate))
        painter.fillRect(row.rect, row.palette.color(group, QPalette::AlternateBase));
}

void paintHeader(QPainter &painter, const QStyleOptionHeader &header, const Theme &theme)
{
    painter.fillRect(header.rect, theme.pane);
    const bool isAcross = header.orientation == Qt::Horizontal;
    painter.fillRect(pageSide(header.rect, isAcross ? QTabBar::RoundedNorth : QTabBar::RoundedWest, 1),
                     theme.line);
    const bool isLast =
        header.position == QStyleOptionHeader::End || header.position == QStyleOptionHeader::OnlyOneSection;
    if (isAcross && !isLast) {
        const QRect whole = header.rect.adjusted(0, 4, 0, -4);
        const bool isLeftward = header.direction == Qt::RightToLeft;
        painter.fillRect(pageSide(whole, isLeftward ? QTabBar::RoundedEast : QTabBar::RoundedWest, 1),
                         theme.line);
    }
}

void paintHeaderRest(QPainter &painter, const QRect &rect, const Theme &theme)
{
    painter.fillRect(rect, theme.pane);
    painter.fillRect(pageSide(rect, QTabBar::RoundedNorth, 1), theme.line);
}

void paintTab(QPainter &painter, const QStyleOptionTab &tab, const Theme &theme)
{
    const bool isChosen = tab.state.testFlag(QStyle::State_Selected);
    const bool isEnabled = tab.state.testFlag(QStyle::State_Enabled);
    if (!isChosen && isEnabled && tab.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(tab.rect, theme.hover);
    if (isChosen)
        painter.fillRect(pageSide(tab.rect, tab.shape, chosenLine), isEnabled ? theme.accent : theme.line);
}

void paintTabBase(QPainter &painter, const QRect &rect, QTabBar::Shape shape, const Theme &theme)
{
    painter.fillRect(pageSide(rect, shape, 1), theme.line);
}

} // namespace snug
