#include "widgets/inspector/overlay.h"

#include <QEvent>

namespace snug {

Overlay::Overlay(QWidget *over)
    : QWidget(over)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    setGeometry(over->rect());
    hide();
}

void Overlay::setColour(const QColor &colour)
{
    m_colour = colour;
    update();
}

bool Overlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
