// The kinds of pictures that are opened at all, told by their bytes: a file's name and ending do not count.
#pragma once

#include <QByteArrayView>

#include <optional>

namespace snug {

enum class PictureFormat : quint8 { Png, Jpeg, Webp, Gif, Avif };

// Nothing for all else, be it a picture or not.
std::optional<PictureFormat> pictureFormatOf(QByteArrayView bytes);

// Qt's name for the format: "png".
const char *formatName(PictureFormat format);

} // namespace snug
