// The card's picture, and the assets that it names.
#pragma once

#include "core/model/card.h"

#include <QImage>
#include <QWidget>

class QLabel;
class QPushButton;

namespace snug {

class CardAssets;

class CardPicturePage : public QWidget
{
    Q_OBJECT

public:
    explicit CardPicturePage(QWidget *parent = nullptr);

    void setCard(const Card &card);
    void setPicture(const QImage &picture);

    const QImage &picture() const { return m_image; }
    CardAssets *assets() const { return m_assets; }

Q_SIGNALS:
    void replaceWanted();
    void cropWanted();

private:
    QImage m_image;
    QLabel *m_picture;
    QLabel *m_size;
    QPushButton *m_crop;
    CardAssets *m_assets;
};

} // namespace snug
