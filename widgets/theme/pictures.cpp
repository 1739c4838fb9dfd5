#include "widgets/theme/pictures.h"

#include <QPainter>
#include <QPainterPath>
#include <QTextBoundaryFinder>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostDrawn = 200;

QString initial(const QString &name)
{
    const QString word = name.trimmed();
    if (word.isEmpty())
        return u"?"_s;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, word);
    const qsizetype end = finder.toNextBoundary();
    return word.first(end > 0 ? end : 1).toUpper();
}

// The same name always has the same colour, on every machine.
QColor nameColour(const QString &name, const Theme &theme)
{
    quint32 hash = 2166136261u;
    for (const QChar c : name)
        hash = (hash ^ c.unicode()) * 16777619u;
    return theme.source(SourceGroup(hash % (quint32(SourceGroup::Template) + 1)));
}

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
        const QColor colour = nameColour(name, theme);
        const QColor ground = theme.tint(colour, theme.isDark() ? 0.28 : 0.20);
        painter.fillPath(circle, ground);
        QFont font = theme.interfaceFont();
        font.setPixelSize(std::max(8, int(std::lround(pixels * 0.44))));
        font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(theme.readable(colour, ground));
        painter.drawText(QRect(0, 0, pixels, pixels), Qt::AlignCenter, initial(name));
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
