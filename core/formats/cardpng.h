// Character cards inside PNG pictures.
#pragma once

#include "core/formats/card.h"

namespace snug {

// Takes the `ccv3` chunk, else the last `chara` that parses. Says in the warnings what else is there:
// a `chara` that differs, more than one of a kind, damaged chunks.
Result<CardReading> readCardPng(const QByteArray &png);

// The same card without the warnings: half the work, for a look at many.
Result<Card> readNewestCardPng(const QByteArray &png);

// Puts the card into the picture: `chara` (V2) and `ccv3` (V3) before IEND, older ones of both
// names removed, all else byte for byte. An unchanged card gives the same file.
Result<QByteArray> writeCardPng(const Card &card, const QByteArray &png);

} // namespace snug
