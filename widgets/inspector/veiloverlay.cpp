#include "widgets/inspector/veiloverlay.h"

#include <QPainter>

namespace snug {

void VeilOverlay::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), colour());
}

} // namespace snug
