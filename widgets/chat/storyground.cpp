#include "widgets/chat/storyground.h"

#include <QPainter>

namespace snug {

static constexpr double share = 0.22; // of the picture; the rest is the surface

void StoryGround::setPicture(const QImage &picture)
{
    m_picture = picture;
    m_drawn = {};
}

Theme StoryGround::themeOn(const Theme &theme) const
{
    if (isPlain())
        return theme;
    Theme on = theme;
    const QColor worst = mixed(theme.surface, theme.isDark() ? Qt::white : Qt::black, share);
    for (QColor Theme::*colour : {&Theme::text, &Theme::textDim, &Theme::action, &Theme::accent,
                                  &Theme::warning, &Theme::error, &Theme::positive})
        on.*colour = theme.readable(theme.*colour, worst);
    return on;
}

void StoryGround::paint(QPainter &painter, const QRect &exposed, QSize view, const Theme &theme, qreal scale)
{
    if (isPlain() || view.isEmpty()) {
        painter.fillRect(exposed, theme.surface);
        return;
    }
    const QSize pixels = (QSizeF(view) * scale).toSize();
    if (m_drawn.size() != pixels || m_drawnOn != theme.surface) {
        m_drawn = QPixmap(pixels);
        m_drawn.fill(theme.surface);
        const QImage fitted =
            m_picture.scaled(pixels, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
        QPainter onto(&m_drawn);
        onto.setOpacity(share);
        onto.drawImage((pixels.width() - fitted.width()) / 2, (pixels.height() - fitted.height()) / 2,
                       fitted);
        onto.end();
        m_drawn.setDevicePixelRatio(scale);
        m_drawnOn = theme.surface;
    }
    const QRectF from(QPointF(exposed.topLeft()) * scale, QSizeF(exposed.size()) * scale);
    painter.drawPixmap(QRectF(exposed), m_drawn, from);
}

} // namespace snug
