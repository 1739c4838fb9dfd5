// Pictures as bytes: sound ones, and such as no program writes.
#pragma once

#include "tests/core/formats/pngfixtures.h"

#include <QBuffer>
#include <QColorSpace>
#include <QImage>
#include <QImageWriter>

namespace snug {

// Red on the left, half through blue on the right.
inline QImage twoColours(QSize size)
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(Qt::red);
    for (int y = 0; y < size.height(); ++y) {
        for (int x = size.width() / 2; x < size.width(); ++x)
            image.setPixel(x, y, qRgba(0, 0, 255, 128));
    }
    return image;
}

inline QByteArray written(const QImage &image, const char *format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    return buffer.open(QIODevice::WriteOnly) && QImageWriter(&buffer, format).write(image) ? bytes
                                                                                           : QByteArray();
}

inline QByteArray littleEndian(quint32 number, int bytes)
{
    QByteArray text;
    for (int i = 0; i < bytes; ++i)
        text += char(number >> (8 * i) & 0xff);
    return text;
}

// Says that it is so large; there is next to nothing in it.
inline QByteArray hollowPng(quint32 width, quint32 height, char bits = 1, char colours = 0)
{
    const QByteArray head = bigEndian(width) + bigEndian(height) + bits + colours + QByteArray(3, '\0');
    return QByteArray("\x89PNG\r\n\x1a\n", 8) + pngChunk("IHDR", head) +
           pngChunk("IDAT", deflated(QByteArray(1000, '\0'))) + pngChunk("IEND", {});
}

inline QByteArray gifFrame(quint32 width, quint32 height)
{
    return QByteArray(",\0\0\0\0", 5) + littleEndian(width, 2) + littleEndian(height, 2) +
           QByteArray("\0\2\2D\1\0", 6);
}

// With a screen of its own size, and frames of others.
inline QByteArray gifOf(quint32 width, quint32 height, const QByteArray &frames)
{
    return "GIF89a" + littleEndian(width, 2) + littleEndian(height, 2) +
           QByteArray("\x80\0\0\0\0\0\xff\xff\xff", 9) + frames + ';';
}

// Of a few pixels, but it says as many as a WebP can have.
inline QByteArray vastWebp()
{
    QByteArray bytes = written(twoColours({16, 16}).convertToFormat(QImage::Format_RGB32), "webp");
    const qsizetype at = bytes.indexOf(QByteArray("\x9d\x01\x2a", 3)); // in front of its size (RFC 6386, 9.1)
    return at < 0 ? QByteArray() : bytes.replace(at + 3, 4, littleEndian(16'383 << 16 | 16'383, 4));
}

} // namespace snug
