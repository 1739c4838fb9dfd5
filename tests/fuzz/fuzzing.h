// What every fuzzer here needs: bytes in, and a way to say that a promise was broken.
#pragma once

#include <QByteArray>

#include <cstdlib>

inline QByteArray fuzzBytes(const unsigned char *data, std::size_t size)
{
    return QByteArray(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
}

// Ends the run, so that libFuzzer keeps the input.
inline void promise(bool isKept)
{
    if (!isKept)
        std::abort();
}
