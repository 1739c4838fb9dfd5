// A card's line in a list, without reading its picture.
#pragma once

#include "core/library/librarycontents.h"

namespace snug {

// Reads the chunks around the pixels only, so a thousand cards cost about as much as their texts.
CardSummary readCardSummary(const QString &path);

// The PNG file at `path` with nothing in it but its head and the chunks that hold the card: enough for
// readCardPng(). Fails like a reader of the whole file would when the chunks do not add up, and when those of
// the card have more than 64 MB.
Result<QByteArray> readCardChunks(const QString &path);

// What to call the cards where one chooses among them, in their order: their names, and those of one name by
// their files.
QStringList distinctNames(const QList<CardSummary> &cards);

} // namespace snug
