// A picture with a frame over it that is dragged by its middle and its corners, or moved by the arrow keys.
#pragma once

#include "widgets/editors/card/cropframe.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace snug {

class CropView : public QWidget
{
    Q_OBJECT

public:
    // The frame is in pixels of `fullSize`: the picture here may have less of them.
    CropView(const QImage &picture, QSize fullSize, QWidget *parent = nullptr);

    // Empty: free. The frame becomes the largest one of that shape.
    void setShape(QSize shape);
    QRect frame() const { return m_frame; }
    void setFrame(const QRect &frame);

    QSize sizeHint() const override { return {520, 560}; }

Q_SIGNALS:
    void frameChanged(const QRect &frame);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QRectF shownArea() const;
    QRectF shown(const QRect &frame) const;
    QPoint inPicture(QPointF place) const;
    std::optional<FrameCorner> cornerAt(QPointF place) const;

    QImage m_picture;
    QSize m_fullSize;
    QPixmap m_scaled;
    QSize m_shape;
    QRect m_frame;
    std::optional<FrameCorner> m_corner; // that is dragged
    std::optional<QPoint> m_grip;        // where the middle was taken
};

} // namespace snug
