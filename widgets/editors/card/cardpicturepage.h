// The card's picture, and the assets that it names.
#pragma once

#include "core/model/card.h"

#include <QImage>
#include <QWidget>

class QLabel;
class QTreeWidget;

namespace snug {

class CardPicturePage : public QWidget
{
    Q_OBJECT

public:
    explicit CardPicturePage(QWidget *parent = nullptr);

    void setCard(const Card &card);
    void setPicture(const QImage &picture);

Q_SIGNALS:
    void replaceWanted();

private:
    QLabel *m_picture;
    QLabel *m_size;
    QTreeWidget *m_assets;
    QLabel *m_none;
};

} // namespace snug
