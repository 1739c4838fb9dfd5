#include "widgets/library/tagchips.h"

#include <QPainter>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int chipPadding = 6;
static constexpr int chipGap = 4;
static constexpr int widestChip = 110;

QColor cssColour(const QString &css)
{
    static const QRegularExpression rgb(
        uR"(^\s*rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*([0-9.]+)\s*)?\)\s*$)"_s);
    const QRegularExpressionMatch match = rgb.match(css);
    if (!match.hasMatch())
        return QColor::fromString(css.trimmed());
    QColor colour(std::min(match.capturedView(1).toInt(), 255), std::min(match.capturedView(2).toInt(), 255),
                  std::min(match.capturedView(3).toInt(), 255));
    if (match.hasCaptured(4))
        colour.setAlphaF(std::clamp(match.capturedView(4).toFloat(), 0.0F, 1.0F));
    return colour;
}

QList<TagChip> tagChips(const QList<CardTag> &tags, const QRect &room, const Theme &theme)
{
    const QFontMetrics metrics(theme.smallFont());
    const int height = std::min(room.height(), metrics.height() + 2);
    const auto widthOf = [&](const QString &text) {
        return metrics.horizontalAdvance(text) + 2 * chipPadding;
    };
    QList<TagChip> chips;
    int left = room.left();
    for (qsizetype i = 0; i < tags.size(); ++i) {
        const QString more = u"+%1"_s.arg(tags.size() - i);
        const bool isLast = i == tags.size() - 1;
        const int rest = room.right() + 1 - left - (isLast ? 0 : chipGap + widthOf(more));
        const QString text =
            metrics.elidedText(tags[i].name, Qt::ElideRight, std::min(widestChip, rest) - 2 * chipPadding);
        if (i > 0 && (text.size() < 3 && text != tags[i].name)) { // hardly anything fits
            chips.append({.rect = QRect(left, room.top(), widthOf(more), height), .tag = {}, .text = more});
            break;
        }
        const QRect rect(left, room.top() + (room.height() - height) / 2, widthOf(text), height);
        chips.append({.rect = rect, .tag = tags[i], .text = text});
        left = rect.right() + 1 + chipGap;
    }
    return chips;
}

// A colour of the user's own may be darker than the theme's text in the light, and lighter in the dark.
static QColor chipText(const TagChip &chip, const Theme &theme, const QColor &ground)
{
    if (chip.tag.colour.isEmpty())
        return theme.readable(theme.textDim, ground);
    const QColor light(Qt::white);
    const QColor dark(Qt::black);
    return contrastRatio(light, ground) > contrastRatio(dark, ground) ? light : dark;
}

void paintTagChip(QPainter &painter, const TagChip &chip, const Theme &theme, const QColor &ground)
{
    QColor colour = cssColour(chip.tag.colour);
    if (colour.isValid() && colour.alphaF() > 0.0F)
        colour = mixed(ground, QColor(colour.red(), colour.green(), colour.blue()), colour.alphaF());
    else
        colour = mixed(ground, theme.textDim, 0.14);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const qreal radius = chip.rect.height() / 2.0;
    painter.drawRoundedRect(chip.rect, radius, radius);
    painter.setFont(theme.smallFont());
    painter.setPen(chipText(chip, theme, colour));
    painter.drawText(chip.rect, Qt::AlignCenter, chip.text);
    painter.restore();
}

} // namespace snug
