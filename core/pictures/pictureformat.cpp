#include "core/pictures/pictureformat.h"

#include <QtEndian>

#include <algorithm>
#include <utility>

namespace snug {

// ISO base media: a box of brands comes first, the main one in front.
static bool isAvif(QByteArrayView bytes)
{
    if (bytes.size() < 16 || bytes.sliced(4, 4) != QByteArrayView("ftyp"))
        return false;
    const qsizetype end =
        std::min<qsizetype>({bytes.size(), qFromBigEndian<quint32>(bytes.data()), qsizetype(256)});
    for (qsizetype at = 8; at + 4 <= end; at += at == 8 ? 8 : 4) { // behind the main one: its version
        const QByteArrayView brand = bytes.sliced(at, 4);
        if (brand == QByteArrayView("avif") || brand == QByteArrayView("avis"))
            return true;
    }
    return false;
}

std::optional<PictureFormat> pictureFormatOf(QByteArrayView bytes)
{
    if (bytes.startsWith(QByteArrayView("\x89PNG\r\n\x1a\n", 8)))
        return PictureFormat::Png;
    if (bytes.startsWith(QByteArrayView("\xff\xd8\xff", 3)))
        return PictureFormat::Jpeg;
    if (bytes.size() > 12 && bytes.startsWith("RIFF") && bytes.sliced(8, 4) == QByteArrayView("WEBP"))
        return PictureFormat::Webp;
    if (bytes.startsWith("GIF87a") || bytes.startsWith("GIF89a"))
        return PictureFormat::Gif;
    if (isAvif(bytes))
        return PictureFormat::Avif;
    return std::nullopt;
}

const char *formatName(PictureFormat format)
{
    switch (format) {
    case PictureFormat::Png:
        return "png";
    case PictureFormat::Jpeg:
        return "jpeg";
    case PictureFormat::Webp:
        return "webp";
    case PictureFormat::Gif:
        return "gif";
    case PictureFormat::Avif:
        return "avif";
    }
    std::unreachable();
}

} // namespace snug
