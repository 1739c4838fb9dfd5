// Walks over the bytes of JSON text.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

#include <algorithm>
#include <cstring>
#include <span>

namespace snug {

inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Of a hexadecimal digit, or -1.
inline int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

// As JSON.stringify spells it, quotes included.
void appendJsonString(QByteArray &out, QStringView text);

// The first quote, backslash or control character at or after `from`, eight bytes a step.
inline const char *endOfPlainText(const char *from, const char *end)
{
    constexpr quint64 ones = 0x0101010101010101ULL;
    constexpr quint64 highs = 0x8080808080808080ULL;
    const auto zeroBytes = [](quint64 word) { return (word - ones) & ~word & highs; };
    for (; end - from >= 8; from += 8) {
        quint64 word = 0;
        std::memcpy(&word, from, 8);
        const quint64 controls = (word - ones * 0x20) & ~word & highs;
        const quint64 hits = zeroBytes(word ^ (ones * '"')) | zeroBytes(word ^ (ones * '\\')) | controls;
        if (hits)
            break;
    }
    while (from < end && *from != '"' && *from != '\\' && static_cast<unsigned char>(*from) >= 0x20)
        ++from;
    return from;
}

// The first byte that is not UTF-8. Only called when there is one.
inline qsizetype invalidUtf8At(QByteArrayView bytes)
{
    qsizetype good = 0;
    qsizetype bad = bytes.size();
    while (bad - good > 1) { // everything before `good` is valid, something before `bad` is not
        qsizetype middle = good + (bad - good) / 2;
        while (middle > good && (static_cast<unsigned char>(bytes[middle]) & 0xC0) == 0x80)
            --middle; // not inside a sequence
        if (middle == good)
            break;
        if (bytes.sliced(good, middle - good).isValidUtf8())
            good = middle;
        else
            bad = middle;
    }
    return good;
}

// Whether the valid object `bytes` may have one of `keys` (ASCII) itself, not deeper inside: yes also where a
// key is spelt with escapes. One pass.
inline bool mayHaveKey(QByteArrayView bytes, std::span<const QByteArrayView> keys)
{
    const char *const end = bytes.end();
    int depth = 0;
    for (const char *at = bytes.begin(); at < end; ++at) {
        if (*at == '{' || *at == '[')
            ++depth;
        else if (*at == '}' || *at == ']')
            --depth;
        if (*at != '"')
            continue;
        const char *const from = at + 1;
        bool isPlain = true;
        for (at = endOfPlainText(from, end); at < end && *at != '"'; at = endOfPlainText(at + 2, end))
            isPlain = false; // an escape
        if (at >= end)
            return true; // no valid object
        const char *behind = at + 1;
        while (behind < end && QByteArrayView(" \t\r\n").contains(*behind))
            ++behind;
        const bool isKey = depth == 1 && behind < end && *behind == ':';
        if (isKey && (!isPlain || std::ranges::contains(keys, QByteArrayView(from, at - from))))
            return true;
    }
    return false;
}

} // namespace snug
