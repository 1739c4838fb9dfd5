// The tags of a row as chips, in SillyTavern's colours: where each is, and how it looks.
#pragma once

#include "core/library/cardtags.h"
#include "widgets/theme/theme.h"

#include <QRect>

class QPainter;

namespace snug {

struct TagChip
{
    QRect rect;
    CardTag tag;  // without a name: there are more, as `text` says
    QString text; // what fits
};

// As many as fit into `room`, from its left; the last says how many more there are.
QList<TagChip> tagChips(const QList<CardTag> &tags, const QRect &room, const Theme &theme);
void paintTagChip(QPainter &painter, const TagChip &chip, const Theme &theme, const QColor &ground);

// Of CSS as SillyTavern writes it; invalid for what is none.
QColor cssColour(const QString &css);

} // namespace snug
