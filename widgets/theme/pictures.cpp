#include "widgets/theme/pictures.h"

#include "widgets/theme/monogram.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostDrawn = 200;

} // namespace

void Pictures::set(const QString &file, const QImage &image)
{
    m_images.insert(file, image);
    m_asked.insert(file);
    m_drawn.clear();
}

bool Pictures::wants(const QString &file)
{
    if (file.isEmpty() || m_asked.contains(file))
        return false;
    m_asked.insert(file);
    return true;
}

QPixmap Pictures::round(const QString &file, const QString &name, int size, qreal scale, const Theme &theme)
{
    return framed(file, name, {size, size}, size / 2.0, scale, theme);
}

QPixmap Pictures::framed(const QString &file, const QString &name, QSize size, qreal radius, qreal scale,
                         const Theme &theme)
{
    const QImage image = m_images.value(file);
    const QString key = u"%1|%2x%3|%4|%5|%6"_s.arg(image.isNull() ? name : file)
                            .arg(size.width())
                            .arg(size.height())
                            .arg(radius)
                            .arg(scale)
                            .arg(int(theme.scheme) + (image.isNull() ? 2 : 0));
    if (const auto known = m_drawn.constFind(key); known != m_drawn.cend())
        return *known;
    if (m_drawn.size() >= mostDrawn)
        m_drawn.clear();

    const QRect pixels(0, 0, int(std::ceil(size.width() * scale)), int(std::ceil(size.height() * scale)));
    QPixmap pixmap(pixels.size());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath shape;
    shape.addRoundedRect(pixels, radius * scale, radius * scale);
    if (image.isNull()) {
        drawMonogram(painter, shape, pixels, name, theme);
    } else {
        const QImage fitted =
            image.scaled(pixels.size(), Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
        const int x = (fitted.width() - pixels.width()) / 2;
        const int y = faceTop(fitted.height() - pixels.height());
        painter.setClipPath(shape);
        painter.drawImage(QPoint(), fitted, pixels.translated(x, y));
    }
    painter.end();
    pixmap.setDevicePixelRatio(scale);
    m_drawn.insert(key, pixmap);
    return pixmap;
}

} // namespace snug
