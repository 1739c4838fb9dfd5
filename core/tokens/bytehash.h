// A fast 64-bit hash of short byte strings, the same on every machine. Not for hostile keys: who
// compares hashes must compare bytes too.
#pragma once

#include <QByteArrayView>
#include <QtTypes>

#include <cstring>

namespace snug {

inline quint64 mixed(quint64 left, quint64 right)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide(left) * right;
    return quint64(product) ^ quint64(product >> 64);
}

inline quint64 byteHash(QByteArrayView bytes)
{
    constexpr quint64 first = 0x9E3779B97F4A7C15u;
    constexpr quint64 second = 0xD6E8FEB86659FD93u;
    const char *at = bytes.data();
    qsizetype left = bytes.size();
    // Spread out: next to the bytes themselves the length would stand for bytes that are nought.
    quint64 hash = first ^ quint64(left) * second;
    const auto load = [](const char *from, qsizetype size) {
        quint64 word = 0;
        std::memcpy(&word, from, size_t(size));
        return word;
    };
    for (; left > 8; left -= 8, at += 8)
        hash = mixed(hash ^ load(at, 8), second);
    return mixed(hash ^ load(at, left), first);
}

} // namespace snug
