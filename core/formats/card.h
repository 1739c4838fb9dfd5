// Character cards as JSON: V1 (flat), the flat variants of older programs, V2 and V3.
#pragma once

#include "core/formats/fields.h"
#include "core/model/card.h"

namespace snug {

struct CardReading
{
    Card card;
    Warnings warnings;
};

Result<CardReading> readCard(const QByteArray &bytes);
Result<CardReading> cardFromJson(const Json &document);

// The file again with the changed keys set; the same bytes if nothing changed. Where the file has
// the V1 keys beside `data`, both are kept in step. A card made here is written as SillyTavern
// does: V3 with the V1 keys mirrored.
QByteArray writeCard(const Card &card);
Json writtenCard(const Card &card);

} // namespace snug
