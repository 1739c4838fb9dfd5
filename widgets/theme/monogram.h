// A letter on a colour: what stands for somebody without a picture.
#pragma once

#include "widgets/theme/theme.h"

#include <QImage>
#include <QSize>
#include <QString>

class QPainter;
class QPainterPath;
class QRect;

namespace snug {

// The same name always has the same colour, on every machine.
void drawMonogram(QPainter &painter, const QPainterPath &ground, const QRect &place, const QString &name,
                  const Theme &theme);

// As the picture of a card; the same in every theme, as it goes into a file.
QImage monogramPicture(const QString &name, QSize pixels = {400, 600});
QByteArray monogramPng(const QString &name);

} // namespace snug
