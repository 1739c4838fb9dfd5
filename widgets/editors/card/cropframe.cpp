#include "widgets/editors/card/cropframe.h"

#include <algorithm>

namespace snug {

namespace {

// Sizes within the limits; of the shape if there is one.
QSize shaped(QSize wanted, QSize limit, QSize shape)
{
    const QSize least(std::min(LeastFrame, limit.width()), std::min(LeastFrame, limit.height()));
    if (shape.isEmpty())
        return wanted.expandedTo(least).boundedTo(limit);
    // The larger of what either side asks for, but no larger than both sides may be.
    const double unit =
        std::max(double(wanted.width()) / shape.width(), double(wanted.height()) / shape.height());
    const double most =
        std::min(double(limit.width()) / shape.width(), double(limit.height()) / shape.height());
    const double smallest = std::min(most, double(LeastFrame) / std::min(shape.width(), shape.height()));
    const double used = std::clamp(unit, smallest, most);
    return QSize(std::max(1, int(used * shape.width())), std::max(1, int(used * shape.height())))
        .boundedTo(limit);
}

} // namespace

QRect largestFrame(QSize picture, QSize shape)
{
    const QSize size = shaped(picture, picture, shape);
    return QRect(QPoint((picture.width() - size.width()) / 2, (picture.height() - size.height()) / 2), size);
}

QRect movedFrame(const QRect &frame, QPoint by, QSize picture)
{
    const QPoint to = frame.topLeft() + by;
    return QRect(QPoint(std::clamp(to.x(), 0, std::max(0, picture.width() - frame.width())),
                        std::clamp(to.y(), 0, std::max(0, picture.height() - frame.height()))),
                 frame.size());
}

QRect resizedFrame(const QRect &frame, FrameCorner corner, QPoint to, QSize picture, QSize shape)
{
    const bool isLeft = corner == FrameCorner::TopLeft || corner == FrameCorner::BottomLeft;
    const bool isTop = corner == FrameCorner::TopLeft || corner == FrameCorner::TopRight;
    // The corner that stays, on the grid between pixels.
    const int fixedX = isLeft ? frame.x() + frame.width() : frame.x();
    const int fixedY = isTop ? frame.y() + frame.height() : frame.y();
    const QSize limit(isLeft ? fixedX : picture.width() - fixedX, isTop ? fixedY : picture.height() - fixedY);
    const QSize wanted(std::max(1, isLeft ? fixedX - to.x() : to.x() - fixedX),
                       std::max(1, isTop ? fixedY - to.y() : to.y() - fixedY));
    const QSize size = shaped(wanted, limit, shape);
    return QRect(QPoint(isLeft ? fixedX - size.width() : fixedX, isTop ? fixedY - size.height() : fixedY),
                 size);
}

} // namespace snug
