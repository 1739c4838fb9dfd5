#include "app/pictureworker/decodepicture.h"

#include "app/pictureworker/pngwriter.h"
#include "core/pictures/pictureformat.h"

#include <QBuffer>
#include <QColorSpace>
#include <QImage>
#include <QImageReader>

#include <algorithm>
#include <cmath>

namespace snug {

namespace {

constexpr int AllocationLimit = 320; // megabytes; above what the largest picture needs

std::uint64_t pixelsOf(QSize size)
{
    return std::uint64_t(std::max(0, size.width())) * std::uint64_t(std::max(0, size.height()));
}

// The size that somebody wants to see a picture of this size in.
QSize shownSize(QSize size, std::uint32_t shorterSide)
{
    double scale = 1;
    if (shorterSide > 0)
        scale = std::min(1.0, double(shorterSide) / std::min(size.width(), size.height()));
    const double pixels = double(pixelsOf(size)) * scale * scale;
    if (pixels > double(maximumShownPixels))
        scale *= std::sqrt(double(maximumShownPixels) / pixels);
    if (scale >= 1)
        return size;
    const auto scaled = [scale](int side) { return std::max(1, int(std::floor(side * scale + 1e-6))); };
    return {scaled(size.width()), scaled(size.height())};
}

void giveSize(PictureReply &reply, QSize shown, QSize full)
{
    reply.width = std::uint32_t(shown.width());
    reply.height = std::uint32_t(shown.height());
    reply.fullWidth = std::uint32_t(full.width());
    reply.fullHeight = std::uint32_t(full.height());
}

PictureReply refused(const PictureRequest &request, PictureStatus status, QSize full = {0, 0})
{
    PictureReply reply{.id = request.id, .status = status};
    giveSize(reply, {0, 0}, full);
    return reply;
}

PictureReply madePng(const PictureRequest &request, QImage image)
{
    PictureReply reply{.id = request.id};
    const QSize full = image.size();
    if (request.part.width > 0) {
        const QRect part = QRect(int(request.part.x), int(request.part.y), int(request.part.width),
                                 int(request.part.height)) &
                           image.rect();
        if (part.isEmpty())
            return refused(request, PictureStatus::OutsidePart);
        image = image.copy(part);
    }
    // Nobody is told later in which colours it was made.
    if (image.colorSpace().isValid() && image.colorSpace() != QColorSpace(QColorSpace::SRgb))
        image = std::move(image).convertedToColorSpace(QColorSpace::SRgb);
    image = std::move(image).convertToFormat(QImage::Format_RGBA8888);
    if (image.isNull())
        return refused(request, PictureStatus::OverMemory);
    reply.bytes = writtenPng({.bytes = image.constBits(),
                              .bytesPerRow = std::size_t(image.bytesPerLine()),
                              .width = std::uint32_t(image.width()),
                              .height = std::uint32_t(image.height())},
                             maximumPictureBytes);
    if (reply.bytes.empty())
        return refused(request, PictureStatus::ResultTooLarge);
    giveSize(reply, image.size(), full);
    return reply;
}

PictureReply madePixels(const PictureRequest &request, QImage image, QSize full)
{
    PictureReply reply{.id = request.id};
    const QSize shown = shownSize(full, request.shorterSide);
    if (image.size() != shown) // those whose head lied about the size, too
        image = image.scaled(shown, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    image = std::move(image).convertToFormat(QImage::Format_RGBA8888);
    if (image.isNull())
        return refused(request, PictureStatus::OverMemory);
    reply.bytes.assign(reinterpret_cast<const char *>(image.constBits()), std::size_t(image.sizeInBytes()));
    giveSize(reply, shown, full);
    return reply;
}

} // namespace

PictureReply decodePicture(const PictureRequest &request)
{
    const QByteArray bytes = QByteArray::fromRawData(request.bytes.data(), qsizetype(request.bytes.size()));
    const std::optional<PictureFormat> format = pictureFormatOf(bytes);
    if (!format)
        return refused(request, PictureStatus::OtherFormat);
    QImageReader::setAllocationLimit(AllocationLimit);
    QBuffer buffer;
    buffer.setData(bytes);
    if (!buffer.open(QIODevice::ReadOnly))
        return refused(request, PictureStatus::OverMemory);
    // Nothing but the one format: no plugin is asked whether it would like to try.
    QImageReader reader(&buffer, formatName(*format));
    reader.setAutoDetectImageFormat(false);
    if (!reader.canRead())
        return refused(request, reader.error() == QImageReader::UnsupportedFormatError
                                    ? PictureStatus::NoDecoder
                                    : PictureStatus::Damaged);
    const QSize stated = reader.size();
    if (stated.isEmpty())
        return refused(request, PictureStatus::Damaged);
    if (pixelsOf(stated) > maximumPicturePixels)
        return refused(request, PictureStatus::TooManyPixels, stated);
    const bool isShown = request.make == PictureRequest::Make::Pixels;
    if (const QSize shown = shownSize(stated, request.shorterSide); isShown && shown != stated)
        reader.setScaledSize(shown); // some formats need less for less
    QImage image;
    if (!reader.read(&image) || image.isNull())
        return refused(request, PictureStatus::Damaged);
    if (pixelsOf(image.size()) > maximumPicturePixels)
        return refused(request, PictureStatus::TooManyPixels, image.size());
    return isShown ? madePixels(request, std::move(image), stated) : madePng(request, std::move(image));
}

// A plugin is loaded by being asked whether it can read something that begins as its pictures do.
void prepareToDecodePictures()
{
    static constexpr std::string_view heads[] = {
        {"\xff\xd8\xff\xe0", 4},
        {"RIFF\x10\0\0\0WEBPVP8 ", 16},
        {"GIF89a\1\0\1\0\0\0\0;", 14},
        {"\0\0\0\24ftypavif\0\0\0\0avif", 20},
    };
    for (const std::string_view head : heads)
        decodePicture({.bytes = head});
}

} // namespace snug
