// The card's picture, the assets that it names, and pictures of expressions beside it.
#pragma once

#include "core/model/card.h"

#include <QImage>
#include <QWidget>

class QPushButton;

namespace snug {

class CardAssets;
class ExpressionList;
class PlainLabel;

class CardPicturePage : public QWidget
{
    Q_OBJECT

public:
    explicit CardPicturePage(QWidget *parent = nullptr);

    void setCard(const Card &card);
    // `fullSize` is the size of the picture in the file, which may have more pixels than come here.
    void setPicture(const QImage &picture, QSize fullSize);

    const QImage &picture() const { return m_image; }
    QSize fullSize() const { return m_fullSize; }
    CardAssets *assets() const { return m_assets; }
    ExpressionList *expressions() const { return m_expressions; }

Q_SIGNALS:
    void replaceRequested();
    void cropRequested();

private:
    QImage m_image;
    QSize m_fullSize;
    PlainLabel *m_picture;
    PlainLabel *m_size;
    QPushButton *m_crop;
    CardAssets *m_assets;
    ExpressionList *m_expressions;
};

} // namespace snug
