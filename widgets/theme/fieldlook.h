// What all fields and buttons have in common: one radius, one border, one ring that says where the keys go.
#pragma once

#include "widgets/theme/theme.h"

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionSpinBox;

namespace snug {

inline constexpr qreal fieldRadius = 4;
inline constexpr int fieldRing = 2; // thickness

// Around the inside of `rect`: the border, or the ring while it has the focus.
void paintFieldBorder(QPainter &painter, const QRect &rect, QStyle::State state, const Theme &theme);
// With the ground inside of it.
void paintField(QPainter &painter, const QRect &rect, QStyle::State state, const QColor &ground,
                const Theme &theme);
// The ring alone, around what has the focus by the keyboard.
void paintFocusRing(QPainter &painter, const QRect &rect, const Theme &theme);

// A button without its words.
void paintButton(QPainter &painter, const QStyleOption &option, const Theme &theme);
// Field or button, and the arrows; without words. `part` says where the style has them.
// The arrow of a button that opens a menu.
void paintMenuArrow(QPainter &painter, const QRect &rect, QStyle::State state, const Theme &theme);
void paintComboBox(QPainter &painter, const QStyleOptionComboBox &box, const QRect &arrow,
                   const Theme &theme);
void paintSpinBox(QPainter &painter, const QStyleOptionSpinBox &box, const QRect &up, const QRect &down,
                  const Theme &theme);

} // namespace snug
