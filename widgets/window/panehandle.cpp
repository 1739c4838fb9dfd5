#include "widgets/window/panehandle.h"

#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMenu>
#include <QPainter>

namespace snug {

static constexpr int handleHeight = 9;
static constexpr int dots = 3;
static constexpr int dotSize = 3;
static constexpr int dotGap = 4;

PaneHandle::PaneHandle(QDockWidget *dock)
    : QWidget(dock)
    , m_dock(dock)
{
    setCursor(Qt::OpenHandCursor);
    //: %1 is a pane: "Library", "Prompt"
    setToolTip(tr("%1: drag to move, double-click to float").arg(dock->windowTitle()));
    setAccessibleName(tr("Handle of the pane %1").arg(dock->windowTitle()));
}

QSize PaneHandle::sizeHint() const
{
    return {dots * (dotSize + dotGap), handleHeight};
}

bool PaneHandle::event(QEvent *event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        m_isHovered = event->type() == QEvent::Enter;
        update();
    }
    return QWidget::event(event); // the mouse is the dock's
}

void PaneHandle::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor colour = palette().color(QPalette::PlaceholderText);
    if (!m_isHovered)
        colour.setAlphaF(0.45F);
    painter.setBrush(colour);
    const int length = dots * dotSize + (dots - 1) * dotGap;
    for (int i = 0; i < dots; ++i)
        painter.drawEllipse(QRectF((width() - length) / 2.0 + i * (dotSize + dotGap),
                                   (height() - dotSize) / 2.0 + 1, dotSize, dotSize));
}

void PaneHandle::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    //: a side pane becomes a window of its own
    menu->addAction(m_dock->isFloating() ? tr("Put &Back") : tr("&Float"), m_dock,
                    [dock = m_dock] { dock->setFloating(!dock->isFloating()); });
    menu->addAction(tr("&Close"), m_dock, &QWidget::close);
    menu->popup(event->globalPos());
}

} // namespace snug
