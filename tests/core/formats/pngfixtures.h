// Small PNG files with chunks of our choice.
#pragma once

#include <QByteArray>
#include <QList>
#include <QtEndian>

#include <zlib.h>

namespace snug {

inline QByteArray bigEndian(quint32 number)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(number, bytes.data());
    return bytes;
}

inline QByteArray pngChunk(const QByteArray &type, const QByteArray &data)
{
    const QByteArray body = type + data;
    const auto crc =
        crc32_z(0, reinterpret_cast<const Bytef *>(body.constData()), static_cast<z_size_t>(body.size()));
    return bigEndian(static_cast<quint32>(data.size())) + body + bigEndian(static_cast<quint32>(crc));
}

// zlib's format, as PNG wants it.
inline QByteArray deflated(const QByteArray &data)
{
    return qCompress(data).sliced(4);
}

inline QByteArray textChunk(const QByteArray &keyword, const QByteArray &text)
{
    return pngChunk("tEXt", keyword + '\0' + text);
}

inline QByteArray compressedTextChunk(const QByteArray &keyword, const QByteArray &text)
{
    return pngChunk("zTXt", keyword + '\0' + '\0' + deflated(text));
}

inline QByteArray internationalChunk(const QByteArray &keyword, const QByteArray &text, bool isCompressed)
{
    return pngChunk("iTXt", keyword + '\0' + (isCompressed ? '\1' : '\0') + '\0' + "en" + '\0' + "Karte" +
                                '\0' + (isCompressed ? deflated(text) : text));
}

// One grey pixel, with these chunks before and after its data.
inline QByteArray pngWith(const QByteArray &before, const QByteArray &after = {})
{
    const QByteArray header = bigEndian(1) + bigEndian(1) + QByteArray("\x08\x00\x00\x00\x00", 5);
    return QByteArray("\x89PNG\r\n\x1a\n", 8) + pngChunk("IHDR", header) + before +
           pngChunk("IDAT", deflated(QByteArray("\0\x80", 2))) + after + pngChunk("IEND", {});
}

} // namespace snug
