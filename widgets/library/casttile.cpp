#include "widgets/library/casttile.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int narrowestTile = 96;
static constexpr int tileMargin = 6;

static int tileWordsHeight(const Theme &theme)
{
    return QFontMetrics(theme.smallFont()).height() + 4;
}

QSize castTileSize(int listWidth, const Theme &theme)
{
    constexpr int spare = 4; // what the list keeps for itself
    const int columns = std::max(1, (listWidth - spare) / narrowestTile);
    const int width = std::max(narrowestTile / 2, (listWidth - spare) / columns);
    return {width, (width - 2 * tileMargin) * 5 / 4 + tileWordsHeight(theme) + 2 * tileMargin};
}

QRect castTilePicture(const QRect &tile, const Theme &theme)
{
    return tile.adjusted(tileMargin, tileMargin, -tileMargin, -tileMargin - tileWordsHeight(theme));
}

void paintCastTileWords(QPainter &painter, const QRect &tile, const CastEntry &entry, const Theme &theme,
                        const QColor &ground)
{
    const QFont font = theme.smallFont();
    const QRect picture = castTilePicture(tile, theme);
    const QRect words(picture.left(), picture.bottom() + 1, picture.width(), tileWordsHeight(theme));
    painter.setFont(font);
    painter.setPen(theme.readable(entry.problem ? theme.error : theme.text, ground));
    QRect name = words;
    if (entry.favourite) {
        const QString star = u"★"_s;
        name.setRight(name.right() - QFontMetrics(font).horizontalAdvance(star) - tileMargin / 2);
        painter.save();
        painter.setPen(theme.readable(theme.accent, ground));
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, star);
        painter.restore();
    }
    const QString shown = QFontMetrics(font).elidedText(entry.name, Qt::ElideRight, name.width());
    painter.drawText(name, Qt::AlignHCenter | Qt::AlignVCenter, shown);
}

} // namespace snug
