// One character, group or folder in the gallery: the picture as large as fits, the name below it.
#pragma once

#include "widgets/library/castmodel.h"
#include "widgets/theme/theme.h"

#include <QRect>
#include <QSize>

class QPainter;

namespace snug {

inline constexpr qreal castTileRadius = 6;

// How much of a list this wide a tile takes: as many in a row as have room.
QSize castTileSize(int listWidth, const Theme &theme);
// Where the picture of a tile is.
QRect castTilePicture(const QRect &tile, const Theme &theme);
// What stands below the picture and on it; `ground` is what it stands on.
void paintCastTileWords(QPainter &painter, const QRect &tile, const CastEntry &entry, const Theme &theme,
                        const QColor &ground);

} // namespace snug
