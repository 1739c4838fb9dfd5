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
    const QImage image = m_images.value(file);
    const QString key = u"%1|%2|%3|%4"_s.arg(image.isNull() ? name : file)
                            .arg(size)
                            .arg(scale)
                            .arg(int(theme.scheme) + (image.isNull() ? 2 : 0));
    if (const auto known = m_drawn.constFind(key); known != m_drawn.cend())
        return *known;
    if (m_drawn.size() >= mostDrawn)
        m_drawn.clear();

    const int pixels = int(std::ceil(size * scale));
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath circle;
    circle.addEllipse(QRectF(0, 0, pixels, pixels));
    if (image.isNull()) {
        drawMonogram(painter, circle, QRect(0, 0, pixels, pixels), name, theme);
    } else {
        // Cards are portraits: keep the upper middle, where faces are.
        const QImage fitted =
            image.scaled(pixels, pixels, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
        const int x = (fitted.width() - pixels) / 2;
        const int y = (fitted.height() - pixels) / 5;
        painter.setClipPath(circle);
        painter.drawImage(0, 0, fitted, x, y, pixels, pixels);
    }
    painter.end();
    pixmap.setDevicePixelRatio(scale);
    m_drawn.insert(key, pixmap);
    return pixmap;
}

} // namespace snug
