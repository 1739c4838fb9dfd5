#include "widgets/theme/monogram.h"

#include "widgets/theme/pictures.h"

#include <QBuffer>
#include <QPainter>
#include <QPainterPath>
#include <QTextBoundaryFinder>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

static QString initial(const QString &name)
{
    const QString word = name.trimmed();
    if (word.isEmpty())
        return u"?"_s;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, word);
    const qsizetype end = finder.toNextBoundary();
    return word.first(end > 0 ? end : 1).toUpper();
}

static QColor nameColour(const QString &name, const Theme &theme)
{
    quint32 hash = 2166136261u;
    for (const QChar c : name)
        hash = (hash ^ c.unicode()) * 16777619u;
    return theme.source(SourceGroup(hash % (quint32(SourceGroup::Template) + 1)));
}

void drawMonogram(QPainter &painter, const QPainterPath &ground, const QRect &place, const QString &name,
                  const Theme &theme)
{
    const QColor colour = nameColour(name, theme);
    const QColor behind = theme.tint(colour, theme.isDark() ? 0.28 : 0.20);
    painter.fillPath(ground, behind);
    QFont font = theme.interfaceFont();
    font.setPixelSize(std::max(8, int(std::lround(std::min(place.width(), place.height()) * 0.44))));
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(theme.readable(colour, behind));
    painter.drawText(place, Qt::AlignCenter, initial(name));
}

QImage monogramPicture(const QString &name, QSize pixels)
{
    QImage image(pixels, QImage::Format_RGB32);
    const QRect place(QPoint(), pixels);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    QPainterPath whole;
    whole.addRect(place);
    const Theme theme = Theme::light();
    painter.fillRect(place, theme.surface);
    // In the middle of what a square shows of it.
    const int side = std::min(pixels.width(), pixels.height());
    const QRect face((pixels.width() - side) / 2, faceTop(pixels.height() - side), side, side);
    drawMonogram(painter, whole, face, name, theme);
    return image;
}

QByteArray monogramPng(const QString &name)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    monogramPicture(name).save(&buffer, "PNG");
    return bytes;
}

} // namespace snug
