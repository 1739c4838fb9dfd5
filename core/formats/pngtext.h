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
    QList<PngText> texts;   // in file order
    QList<Error> damaged;   // text chunks with a wrong checksum or unreadable compression
    qsizetype inflated = 0; // bytes that had to be decompressed
};

bool isPng(QByteArrayView bytes);

// The keywords of all text chunks, in file order; nothing is decompressed.
Result<QList<QByteArray>> pngKeywords(QByteArrayView png);

// The texts of these keywords, compared without case; one that ends in "*" stands for all that begin so. No
// other text is decompressed, and all together up to 64 MB: what is over is damaged. Fails on a broken chunk
// structure, naming the chunk, and on more than 100,000 chunks. Only text chunks have their checksum
// verified: a picture with damaged pixels still has its card.
Result<PngTexts> readPngTexts(QByteArrayView png, const QList<QByteArray> &keywords);

// One of those that make what is seen: pixels, sizes, colours.
bool isPngPictureChunk(QByteArrayView type);

// The picture alone: no texts, no animation, nothing that follows.
Result<QByteArray> pngPictureOnly(QByteArrayView png);

// The file with every text chunk of these keywords (as above) removed and one tEXt chunk for each of
// `texts` put before IEND, in this order.
Result<QByteArray> replacePngTexts(QByteArrayView png, const QList<QByteArray> &keywords,
                                   const QList<PngText> &texts);

// Base64 as it is found in cards: whitespace, missing padding and the URL alphabet are fine.
Result<QByteArray> decodeLooseBase64(QByteArrayView text);

} // namespace snug
