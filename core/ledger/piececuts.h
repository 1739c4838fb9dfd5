// Where a long text is cut into pieces so that the same text gives the same pieces wherever it stands: the
// places follow from the bytes around them, not from counting. What two requests share is then kept once.
#pragma once

#include <QByteArrayView>
#include <QList>

namespace snug {

// Bytes. Pieces are longer than the smallest (but for the last), and a kilobyte on average.
inline constexpr qsizetype SmallestPiece = 256;
inline constexpr qsizetype LargestPiece = 8192;

// In order, without gaps; views into `bytes`. None for no bytes.
QList<QByteArrayView> piecesOf(QByteArrayView bytes);

} // namespace snug
