#include "app/picturefile.h"

#include "core/formats/pngtext.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>

using namespace Qt::StringLiterals;

namespace snug {

static Result<QByteArray> encoded(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        return failure(QCoreApplication::translate("PictureFile", "could not be made a PNG picture"));
    return bytes;
}

Result<QByteArray> pngOf(const QByteArray &picture)
{
    const QImage image = QImage::fromData(picture);
    if (image.isNull())
        return failure(QCoreApplication::translate("PictureFile", "is no picture that can be read"));
    return isPng(picture) ? Result<QByteArray>(picture) : encoded(image);
}

Result<QByteArray> croppedPng(const QByteArray &picture, const QRect &part)
{
    const QImage image = QImage::fromData(picture);
    const QRect inside = part & image.rect();
    if (image.isNull() || inside.isEmpty())
        return failure(QCoreApplication::translate("PictureFile", "is no picture that can be cropped"));
    return encoded(image.copy(inside)).and_then([](const QByteArray &png) {
        // What the picture said of itself comes along otherwise, the card included.
        QList<QByteArray> keywords;
        if (const auto texts = readPngTexts(png)) {
            for (const PngText &text : texts->texts)
                keywords.append(text.keyword);
        }
        return replacePngTexts(png, keywords, {});
    });
}

} // namespace snug
