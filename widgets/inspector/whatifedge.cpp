#include "widgets/inspector/whatifedge.h"

#include <QEvent>
#include <QPainter>

namespace snug {

static constexpr int edgeWidth = 3;

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
    painter.fillRect(0, 0, width(), edgeWidth, m_colour);
    painter.fillRect(0, height() - edgeWidth, width(), edgeWidth, m_colour);
    painter.fillRect(0, 0, edgeWidth, height(), m_colour);
    painter.fillRect(width() - edgeWidth, 0, edgeWidth, height(), m_colour);
}

} // namespace snug
