#include "core/ledger/piececuts.h"

#include <algorithm>
#include <array>

namespace snug {

namespace {

// A number for each byte, without a pattern (splitmix64).
constexpr std::array<quint64, 256> gears = [] {
    std::array<quint64, 256> table{};
    quint64 state = 0;
    for (quint64 &gear : table) {
        state += 0x9e3779b97f4a7c15;
        quint64 mixed = state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        gear = mixed ^ (mixed >> 31);
    }
    return table;
}();

// The upper bits have seen the last 64 bytes. One place in about 768 fits, the smallest piece left out.
constexpr quint64 cutMask = 0xff80'0000'0000'0000;

qsizetype lengthOfFirst(QByteArrayView bytes)
{
    const qsizetype limit = std::min(bytes.size(), LargestPiece);
    quint64 hash = 0;
    for (qsizetype i = std::min(limit, SmallestPiece - 64); i < limit; ++i) {
        hash = (hash << 1) + gears[quint8(bytes[i])];
        if (i >= SmallestPiece && !(hash & cutMask))
            return i + 1;
    }
    return limit;
}

} // namespace

QList<QByteArrayView> piecesOf(QByteArrayView bytes)
{
    QList<QByteArrayView> pieces;
    while (!bytes.isEmpty()) {
        const qsizetype length = lengthOfFirst(bytes);
        pieces.append(bytes.first(length));
        bytes = bytes.sliced(length);
    }
    return pieces;
}

} // namespace snug
