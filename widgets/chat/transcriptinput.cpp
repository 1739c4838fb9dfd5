// The transcript's keys, menus and tool tips.
#include "core/chat/chatmodel.h"
#include "widgets/chat/messagemenu.h"
#include "widgets/chat/transcript.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>
#include <QWheelEvent>

namespace snug {

void Transcript::keyPressEvent(QKeyEvent *event)
{
    if (!m_keys.press(*event))
        event->ignore();
}

void Transcript::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    event->accept();
    if (const int turned = event->angleDelta().y())
        Q_EMIT zoomRequested(turned > 0 ? 1 : -1);
}

void Transcript::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isOfMouse = event->reason() == QContextMenuEvent::Mouse;
    const int row = isOfMouse ? m_place.rowAt(event->pos()) : currentRow();
    if (!m_follower.at(row).isValid())
        return;
    const auto act = [this](MessageAction action, int where) { perform(action, where); };
    const bool isOfRun = m_current.isRun() && m_current.contains(row);
    QMenu *menu =
        isOfRun ? messagesMenu(m_follower.at(m_current.first()), m_follower.at(m_current.last()), act, this)
                : messageMenu(m_follower.at(row), act, this);
    menu->popup(isOfMouse ? event->globalPos()
                          : viewport()->mapToGlobal(messageRect(row).topLeft() + QPoint(80, 30)));
}

bool Transcript::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && StoryKeys::isCommand(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool Transcript::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_pointer.leave();
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString text = m_pointer.toolTip(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), text, viewport());
    return true;
}

void Transcript::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool isTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (isTab && currentRow() < 0)
        m_current.set(count() - 1);
    showChange();
}

void Transcript::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    showChange();
}

} // namespace snug
