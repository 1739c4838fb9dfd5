// The part of a picture that stays when it is cut: how a frame moves and grows inside the picture. In its
// pixels.
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

namespace snug {

// Cards are shown two wide and three high.
inline constexpr QSize CardShape(2, 3);
inline constexpr int LeastFrame = 16; // pixels, of each side, where the picture has them

enum class FrameCorner : quint8 { TopLeft, TopRight, BottomLeft, BottomRight };

// The largest frame of this shape in the middle of the picture; an empty shape is the picture's own.
QRect largestFrame(QSize picture, QSize shape);
// Moved, as far as the picture goes.
QRect movedFrame(const QRect &frame, QPoint by, QSize picture);
// One corner put elsewhere, the opposite one stays. With a shape, as large as both sides allow.
QRect resizedFrame(const QRect &frame, FrameCorner corner, QPoint to, QSize picture, QSize shape);

} // namespace snug
