#include "widgets/editors/lore/loreheatstrip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

void LoreHeatStrip::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_isFitted)
        fitZoom();
    updateBars();
}

void LoreHeatStrip::scrollContentsBy(int, int)
{
    viewport()->update();
}

void LoreHeatStrip::choose(const Cell &cell)
{
    const Cell wanted = placeOf(cell.row) < 0 || turns() == 0
                            ? Cell()
                            : Cell{cell.row, std::clamp(cell.turn, 0, turns() - 1)};
    m_chosen = wanted;
    viewport()->update();
    if (!wanted.isNothing()) {
        reveal(wanted);
        setAccessibleDescription(words(wanted));
        QAccessibleAnnouncementEvent spoken(this, words(wanted));
        QAccessible::updateAccessibility(&spoken);
    }
    Q_EMIT lookedAtChanged();
}

void LoreHeatStrip::reveal(const Cell &cell)
{
    const QRect strip = stripRect();
    const int x = int(cell.turn * m_zoom);
    QScrollBar *across = horizontalScrollBar();
    if (x < across->value())
        across->setValue(x);
    else if (x + int(m_zoom) + 2 > across->value() + strip.width())
        across->setValue(x + int(m_zoom) + 2 - strip.width());
    const int top = placeOf(cell.row) * rowHeight();
    QScrollBar *down = verticalScrollBar();
    if (top < down->value())
        down->setValue(top);
    else if (top + rowHeight() > down->value() + strip.height())
        down->setValue(top + rowHeight() - strip.height());
}

void LoreHeatStrip::moveBy(int rowSteps, int turnSteps)
{
    if (m_rows.isEmpty())
        return;
    m_hovered = {};
    if (m_chosen.isNothing())
        return choose({m_rows.first(), 0});
    const int place = std::clamp(placeOf(m_chosen.row) + rowSteps, 0, int(m_rows.size()) - 1);
    choose({m_rows.at(place), m_chosen.turn + turnSteps});
}

// To the next turn at which this entry fires and did not, or the other way round.
void LoreHeatStrip::moveToChange(bool isForwards)
{
    if (m_chosen.isNothing())
        return moveBy(0, 0);
    const LoreReplayRow &row = m_replays->comparison.rows.at(m_chosen.row);
    const int step = isForwards ? 1 : -1;
    for (int turn = m_chosen.turn + step; turn >= 0 && turn < turns(); turn += step) {
        if ((fateAt(m_replays->before, row.before, turn) == LoreFate::Fired) !=
            (fateAt(m_replays->after, row.after, turn) == LoreFate::Fired))
            return choose({m_chosen.row, turn});
    }
}

void LoreHeatStrip::keyPressEvent(QKeyEvent *event)
{
    const bool isCtrl = event->modifiers().testFlag(Qt::ControlModifier);
    const int page = std::max(1, stripRect().height() / rowHeight() - 1);
    switch (event->key()) {
    case Qt::Key_Left:
        return isCtrl ? moveToChange(false) : moveBy(0, -1);
    case Qt::Key_Right:
        return isCtrl ? moveToChange(true) : moveBy(0, 1);
    case Qt::Key_Up:
        return moveBy(-1, 0);
    case Qt::Key_Down:
        return moveBy(1, 0);
    case Qt::Key_PageUp:
        return moveBy(-page, 0);
    case Qt::Key_PageDown:
        return moveBy(page, 0);
    case Qt::Key_Home:
        return moveBy(isCtrl ? -int(m_rows.size()) : 0, -turns());
    case Qt::Key_End:
        return moveBy(isCtrl ? int(m_rows.size()) : 0, turns());
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(1);
    case Qt::Key_Minus:
        return zoomBy(-1);
    case Qt::Key_0:
        return fitZoom();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_chosen.isNothing())
            Q_EMIT turnRequested(m_chosen.turn);
        return;
    case Qt::Key_F2:
        if (m_chosen.row >= 0)
            Q_EMIT entryRequested(m_chosen.row);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void LoreHeatStrip::mousePressEvent(QMouseEvent *event)
{
    const Cell cell = cellAt(event->position().toPoint());
    if (cell.row < 0 || event->button() != Qt::LeftButton)
        return;
    choose({cell.row, cell.turn < 0 ? std::max(0, m_chosen.turn) : cell.turn});
    if (cell.turn >= 0)
        Q_EMIT turnRequested(cell.turn);
}

void LoreHeatStrip::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Cell cell = cellAt(event->position().toPoint());
    if (cell.row >= 0 && cell.turn < 0)
        Q_EMIT entryRequested(cell.row);
}

void LoreHeatStrip::mouseMoveEvent(QMouseEvent *event)
{
    const Cell cell = cellAt(event->position().toPoint());
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    viewport()->update();
    Q_EMIT lookedAtChanged();
}

void LoreHeatStrip::leaveEvent(QEvent *event)
{
    QAbstractScrollArea::leaveEvent(event);
    m_hovered = {};
    viewport()->update();
    Q_EMIT lookedAtChanged();
}

void LoreHeatStrip::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoomBy(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void LoreHeatStrip::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (m_chosen.isNothing() && event->reason() != Qt::MouseFocusReason)
        moveBy(0, 0);
    viewport()->update();
}

bool LoreHeatStrip::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString text = words(cellAt(help->pos()));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace snug
