#include "widgets/editors/card/cropview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace snug {

static constexpr double HandleSize = 12; // pixels on the screen
static constexpr int LargeStep = 10;     // pixels of the picture, with Shift

CropView::CropView(const QImage &picture, QSize fullSize, QWidget *parent)
    : QWidget(parent)
    , m_picture(picture)
    , m_fullSize(fullSize)
    , m_frame(largestFrame(fullSize, {}))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 240);
    setAccessibleName(tr("Part of the picture that stays"));
    setAccessibleDescription(
        tr("Arrow keys move the frame, with Ctrl they change its size, with Shift faster."));
}

void CropView::setShape(QSize shape)
{
    m_shape = shape;
    setFrame(largestFrame(m_fullSize, shape));
}

void CropView::setFrame(const QRect &frame)
{
    if (frame == m_frame)
        return;
    m_frame = frame;
    update();
    Q_EMIT frameChanged(frame);
}

QRectF CropView::shownArea() const
{
    const QSizeF size = QSizeF(m_fullSize).scaled(QSizeF(this->size()), Qt::KeepAspectRatio);
    return QRectF(QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size);
}

QRectF CropView::shown(const QRect &frame) const
{
    const QRectF area = shownArea();
    const double scale = area.width() / std::max(1, m_fullSize.width());
    return QRectF(area.topLeft() + QPointF(frame.topLeft()) * scale, QSizeF(frame.size()) * scale);
}

QPoint CropView::inPicture(QPointF place) const
{
    const QRectF area = shownArea();
    const double scale = area.width() / std::max(1, m_fullSize.width());
    return ((place - area.topLeft()) / scale).toPoint();
}

std::optional<FrameCorner> CropView::cornerAt(QPointF place) const
{
    const QRectF frame = shown(m_frame);
    for (const auto &[corner, at] : {std::pair(FrameCorner::TopLeft, frame.topLeft()),
                                     std::pair(FrameCorner::TopRight, frame.topRight()),
                                     std::pair(FrameCorner::BottomLeft, frame.bottomLeft()),
                                     std::pair(FrameCorner::BottomRight, frame.bottomRight())}) {
        if ((place - at).manhattanLength() <= HandleSize)
            return corner;
    }
    return std::nullopt;
}

void CropView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_scaled = QPixmap();
}

void CropView::paintEvent(QPaintEvent *)
{
    const QRectF area = shownArea();
    if (m_scaled.isNull()) {
        const double ratio = devicePixelRatioF();
        m_scaled = QPixmap::fromImage(
            m_picture.scaled((area.size() * ratio).toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation));
        m_scaled.setDevicePixelRatio(ratio);
    }
    QPainter painter(this);
    painter.drawPixmap(area.topLeft(), m_scaled);
    const QRectF frame = shown(m_frame);
    QPainterPath outside;
    outside.addRect(area);
    QPainterPath inside;
    inside.addRect(frame);
    painter.fillPath(outside.subtracted(inside), QColor(0, 0, 0, 150));
    // Seen over any picture: light on dark.
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(frame);
    painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : QColor(Qt::white), 1));
    painter.drawRect(frame);
    painter.setPen(Qt::black);
    painter.setBrush(Qt::white);
    for (const QPointF &corner : {frame.topLeft(), frame.topRight(), frame.bottomLeft(), frame.bottomRight()})
        painter.drawRect(
            QRectF(corner - QPointF(HandleSize / 2, HandleSize / 2), QSizeF(HandleSize, HandleSize)));
}

void CropView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_corner = cornerAt(event->position());
    if (!m_corner && shown(m_frame).contains(event->position()))
        m_grip = inPicture(event->position()) - m_frame.topLeft();
}

void CropView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint place = inPicture(event->position());
    if (m_corner)
        return setFrame(resizedFrame(m_frame, *m_corner, place, m_fullSize, m_shape));
    if (m_grip)
        return setFrame(movedFrame(m_frame, place - *m_grip - m_frame.topLeft(), m_fullSize));
    const auto corner = cornerAt(event->position());
    setCursor(!corner ? shown(m_frame).contains(event->position()) ? Qt::SizeAllCursor : Qt::ArrowCursor
              : corner == FrameCorner::TopLeft || corner == FrameCorner::BottomRight ? Qt::SizeFDiagCursor
                                                                                     : Qt::SizeBDiagCursor);
}

void CropView::mouseReleaseEvent(QMouseEvent *)
{
    m_corner.reset();
    m_grip.reset();
}

void CropView::keyPressEvent(QKeyEvent *event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? LargeStep : 1;
    QPoint by;
    switch (event->key()) {
    case Qt::Key_Left:
        by = {-step, 0};
        break;
    case Qt::Key_Right:
        by = {step, 0};
        break;
    case Qt::Key_Up:
        by = {0, -step};
        break;
    case Qt::Key_Down:
        by = {0, step};
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return setFrame(movedFrame(m_frame, by, m_fullSize));
    // With a shape, one direction is enough for both sides.
    const QPoint corner = m_frame.topLeft() + QPoint(m_frame.width(), m_frame.height());
    QPoint to = corner + by;
    if (!m_shape.isEmpty()) {
        const int sum = by.x() + by.y();
        to = corner + QPoint(sum, sum * m_shape.height() / m_shape.width());
    }
    setFrame(resizedFrame(m_frame, FrameCorner::BottomRight, to, m_fullSize, m_shape));
}

} // namespace snug
