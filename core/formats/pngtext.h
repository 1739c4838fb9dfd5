// The text chunks of a PNG file, where character cards sit. Reads and rewrites chunks only: the
// picture and everything else keep their bytes. (PNG specification, third edition, 5 and 11.3.)
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QList>

namespace snug {

struct PngText
{
    QByteArray keyword;
    QByteArray text; // Latin-1 for tEXt and zTXt, UTF-8 for iTXt; decompressed
    QByteArray type; // "tEXt", "zTXt" or "iTXt"
    bool operator==(const PngText &) const = default;
};

struct PngTexts
{
    QList<PngText> texts; // in file order
    QList<Error> damaged; // text chunks with a wrong checksum or unreadable compression
};

bool isPng(QByteArrayView bytes);

// Fails on a broken chunk structure, naming the chunk. Only text chunks have their checksum
// verified: a picture with damaged pixels still has its card.
Result<PngTexts> readPngTexts(QByteArrayView png);

// The file with every text chunk of these keywords (compared without case) removed and one tEXt
// chunk for each of `texts` put before IEND, in this order.
Result<QByteArray> replacePngTexts(QByteArrayView png, const QList<QByteArray> &keywords,
                                   const QList<PngText> &texts);

// Base64 as it is found in cards: whitespace, missing padding and the URL alphabet are fine.
Result<QByteArray> decodeLooseBase64(QByteArrayView text);

} // namespace snug
