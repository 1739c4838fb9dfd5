// Asks which part of a card's picture stays.
#pragma once

#include <QDialog>
#include <QImage>

class QComboBox;

namespace snug {

class CropView;
class PlainLabel;

class CropDialog : public QDialog
{
    Q_OBJECT

public:
    // The frame is in pixels of `fullSize`: the picture here may have less of them.
    CropDialog(const QImage &picture, QSize fullSize, QWidget *parent = nullptr);

    CropView *view() const { return m_view; }

Q_SIGNALS:
    void cropped(const QRect &frame); // in the picture's pixels

private:
    void showPart();

    QImage m_picture;
    QSize m_fullSize;
    CropView *m_view;
    QComboBox *m_shape;
    PlainLabel *m_part;
    PlainLabel *m_size;
};

} // namespace snug
