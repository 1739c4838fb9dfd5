// What the story stands on: the theme's surface, with a picture faintly behind it where there is one.
#pragma once

#include "widgets/theme/theme.h"

#include <QImage>
#include <QPixmap>
#include <QSize>

class QPainter;

namespace snug {

class StoryGround
{
public:
    void setPicture(const QImage &picture); // null: none
    bool isPlain() const { return m_picture.isNull(); }
    // The theme in which all texts can be read on it, whatever the picture shows.
    Theme themeOn(const Theme &theme) const;
    // The picture covers the view and stays where it is. `theme` as it was given, not as it is on the
    // picture.
    void paint(QPainter &painter, const QRect &exposed, QSize view, const Theme &theme, qreal scale);

private:
    QImage m_picture;
    QPixmap m_drawn; // as large as the view, dimmed
    QColor m_drawnOn;
};

} // namespace snug
