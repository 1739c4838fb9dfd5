#include "widgets/inspector/whatifedge.h"

#include <QEvent>
#include <QPainter>

namespace snug {

static constexpr int edge = 3;

WhatIfEdge::WhatIfEdge(QWidget *over)
    : QWidget(over)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    resize(over->size());
    hide();
}

void WhatIfEdge::setColour(const QColor &colour)
{
    m_colour = colour;
    update();
}

bool WhatIfEdge::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

void WhatIfEdge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), edge, m_colour);
    painter.fillRect(0, height() - edge, width(), edge, m_colour);
    painter.fillRect(0, 0, edge, height(), m_colour);
    painter.fillRect(width() - edge, 0, edge, height(), m_colour);
}

} // namespace snug
