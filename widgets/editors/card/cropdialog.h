// Asks which part of a card's picture stays.
#pragma once

#include <QDialog>
#include <QImage>

class QComboBox;
class QLabel;

namespace snug {

class CropView;

class CropDialog : public QDialog
{
    Q_OBJECT

public:
    explicit CropDialog(const QImage &picture, QWidget *parent = nullptr);

    CropView *view() const { return m_view; }

Q_SIGNALS:
    void cropped(const QRect &frame); // in the picture's pixels

private:
    void showPart();

    QImage m_picture;
    CropView *m_view;
    QComboBox *m_shape;
    QLabel *m_part;
    QLabel *m_size;
};

} // namespace snug
