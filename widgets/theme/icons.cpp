#include "widgets/theme/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array<QLatin1StringView, iconCount> fileNames{
    "send"_L1,        "stop"_L1,   "retry"_L1,   "edit"_L1,         "trash"_L1,         "eye"_L1,
    "eye-off"_L1,     "branch"_L1, "copy"_L1,    "chevron-left"_L1, "chevron-right"_L1, "chevron-down"_L1,
    "plus"_L1,        "search"_L1, "persona"_L1, "book"_L1,         "preset"_L1,        "plug"_L1,
    "gear"_L1,        "menu"_L1,   "pin"_L1,     "undo"_L1,         "redo"_L1,          "continue"_L1,
    "impersonate"_L1, "close"_L1,  "warning"_L1, "folder"_L1,       "tear-off"_L1,      "put-back"_L1,
};

class TintedSvgEngine final : public QIconEngine
{
public:
    TintedSvgEngine(IconName name, const QColor &colour)
        : m_name(name)
        , m_colour(colour)
    {
    }

    QIconEngine *clone() const override { return new TintedSvgEngine(m_name, m_colour); }
    QString key() const override { return u"snug-svg"_s; }
    bool isNull() override { return false; }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    // QIcon 6.8 hands `size` over without the scale.
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        const QColor colour = colourFor(mode);
        const QSize pixels(int(std::ceil(size.width() * scale)), int(std::ceil(size.height() * scale)));
        const QString key = u"snug-icon/%1/%2x%3/%4"_s.arg(fileNames[size_t(m_name)])
                                .arg(pixels.width())
                                .arg(pixels.height())
                                .arg(colour.name(QColor::HexArgb));
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = QPixmap::fromImage(render(pixels, colour));
            QPixmapCache::insert(key, pixmap);
        }
        pixmap.setDevicePixelRatio(scale);
        return pixmap;
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatio() : 1.0;
        painter->drawPixmap(rect, scaledPixmap(rect.size(), mode, state, ratio));
    }

private:
    QColor colourFor(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (m_colour.isValid())
            return m_colour;
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return palette.color(QPalette::ButtonText);
    }

    QImage render(const QSize &size, const QColor &colour) const
    {
        QImage image(size, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QSvgRenderer renderer(u":/snug/icons/%1.svg"_s.arg(fileNames[size_t(m_name)]));
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(image.rect(), colour);
        return image;
    }

    IconName m_name;
    QColor m_colour;
};

} // namespace

QIcon icon(IconName name, const QColor &colour)
{
    return QIcon(new TintedSvgEngine(name, colour));
}

QString iconFileName(IconName name)
{
    return QString(fileNames[size_t(name)]);
}

} // namespace snug
