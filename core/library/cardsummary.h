// A card's line in a list, without reading its picture.
#pragma once

#include "core/library/librarycontents.h"

namespace snug {

// Reads the chunks around the pixels only, so a thousand cards cost about as much as their texts.
CardSummary readCardSummary(const QString &path);

// The PNG file at `path` without its pixel data (IDAT and the frames of an APNG): enough for
// readCardPng(). Fails like a reader of the whole file would when the chunks do not add up.
Result<QByteArray> readPngWithoutPixels(const QString &path);

} // namespace snug
