// Scroll bars: a thin handle without arrows, wider while the pointer is on the bar.
#pragma once

#include "widgets/theme/theme.h"

#include <QStyle>

class QPainter;
class QStyleOptionSlider;
class QWidget;

namespace snug {

// Across the bar, the room around the handle with it.
inline constexpr int scrollBarBreadth = 12;

// Where a part of the bar is; arrows are nowhere.
QRect scrollBarPart(const QStyleOptionSlider &bar, QStyle::SubControl part);
void paintScrollBar(QPainter &painter, const QStyleOptionSlider &bar, const QWidget *widget,
                    const Theme &theme);
// What lies behind the scroll bars of this area: the ground of what is scrolled. Invalid for anything else.
QColor scrolledGround(const QWidget *widget);

} // namespace snug
