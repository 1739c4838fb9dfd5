// What decodes pictures that anybody may have made.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QRect>
#include <QSize>

#include <stop_token>

namespace snug {

// Decoded: four bytes a pixel (red, green, blue, opacity), row by row without gaps.
struct Picture
{
    QSize size;     // of the pixels here
    QSize fullSize; // of the picture in the file
    QByteArray pixels;
    bool operator==(const Picture &) const = default;
};

// Only PNG, JPEG, WebP, GIF and, where it can be read, AVIF, whatever a file is called; of what moves, the
// first frame. Errors say what is wrong with the picture, to follow its name: "is damaged". Blocking, and to
// be called from any thread but the window's.
class PictureEngine
{
public:
    virtual ~PictureEngine() = default;

    // Scaled down so that the shorter side has at most `shorterSide` pixels (0: as it is), and in any case to
    // what a screen can show: twelve million pixels.
    virtual Result<Picture> read(const QByteArray &picture, int shorterSide = 0,
                                 const std::stop_token &stop = {}) = 0;
    // The bytes of a PNG stay as they are, once it has been read; all else is made one.
    virtual Result<QByteArray> toPng(const QByteArray &picture, const std::stop_token &stop = {}) = 0;
    // A part of the picture as a PNG, without texts.
    virtual Result<QByteArray> crop(const QByteArray &picture, const QRect &part,
                                    const std::stop_token &stop = {}) = 0;
};

} // namespace snug
