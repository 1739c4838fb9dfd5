#include "widgets/inspector/whatifedge.h"

#include <QPainter>

namespace snug {

static constexpr int edgeWidth = 3;

void WhatIfEdge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), edgeWidth, colour());
    painter.fillRect(0, height() - edgeWidth, width(), edgeWidth, colour());
    painter.fillRect(0, 0, edgeWidth, height(), colour());
    painter.fillRect(width() - edgeWidth, 0, edgeWidth, height(), colour());
}

} // namespace snug
