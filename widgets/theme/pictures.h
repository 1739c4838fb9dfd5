// Pictures of the speakers, round or in a frame, ready to draw; a letter on a colour where there is no
// picture.
#pragma once

#include "widgets/theme/theme.h"

#include <QHash>
#include <QImage>
#include <QPixmap>
#include <QSet>
#include <QString>

namespace snug {

// Of what a square leaves of a portrait's height, the part above it: cards are portraits, and faces are in
// their upper middle.
constexpr int faceTop(int left)
{
    return left / 5;
}

class Pictures
{
public:
    // What the owner has loaded for a library file; a null image says that there is none.
    void set(const QString &file, const QImage &image);
    // True once for each file that has been asked for and is not known.
    bool wants(const QString &file);

    // `size` in device-independent pixels.
    QPixmap round(const QString &file, const QString &name, int size, qreal scale, const Theme &theme);
    // As large as `size` in a frame with round corners of this radius.
    QPixmap framed(const QString &file, const QString &name, QSize size, qreal radius, qreal scale,
                   const Theme &theme);

private:
    QHash<QString, QImage> m_images;
    QSet<QString> m_asked;
    QHash<QString, QPixmap> m_drawn; // by file or name, size and theme
};

} // namespace snug
