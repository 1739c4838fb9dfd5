#include "widgets/inspector/veiloverlay.h"

#include <QEvent>
#include <QPainter>

namespace snug {

VeilOverlay::VeilOverlay(QWidget *over)
    : QWidget(over)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    setGeometry(over->rect());
    hide();
}

void VeilOverlay::setColour(const QColor &colour)
{
    m_colour = colour;
    update();
}

bool VeilOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void VeilOverlay::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), m_colour);
}

} // namespace snug
