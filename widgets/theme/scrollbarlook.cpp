#include "widgets/theme/scrollbarlook.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace snug {

static constexpr int shortestHandle = 28;
static constexpr int restingThickness = 6;
static constexpr int hoveredThickness = 8;

QRect scrollBarPart(const QStyleOptionSlider &bar, QStyle::SubControl part)
{
    const bool isAcross = bar.orientation == Qt::Horizontal;
    const int length = isAcross ? bar.rect.width() : bar.rect.height();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const qint64 whole = range + bar.pageStep;
    const int wanted = whole > 0 && range > 0 ? int(length * qint64(bar.pageStep) / whole) : length;
    const int handle = std::clamp(wanted, std::min(shortestHandle, length), std::max(length, 0));
    const int start = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                                      length - handle, bar.upsideDown);
    const auto stretch = [&](int from, int size) {
        const QRect along =
            isAcross ? QRect(from, 0, size, bar.rect.height()) : QRect(0, from, bar.rect.width(), size);
        return QStyle::visualRect(bar.direction, bar.rect, along.translated(bar.rect.topLeft()));
    };
    switch (part) {
    case QStyle::SC_ScrollBarSlider:
        return stretch(start, handle);
    case QStyle::SC_ScrollBarSubPage:
        return stretch(0, start);
    case QStyle::SC_ScrollBarAddPage:
        return stretch(start + handle, length - start - handle);
    case QStyle::SC_ScrollBarGroove:
        return bar.rect;
    default:
        return {};
    }
}

QColor scrolledGround(const QWidget *widget)
{
    for (const QWidget *each = widget; each; each = each->parentWidget()) {
        if (const auto *area = qobject_cast<const QAbstractScrollArea *>(each))
            return area->viewport()->palette().color(area->viewport()->backgroundRole());
        if (each->isWindow())
            break;
    }
    return {};
}

void paintScrollBar(QPainter &painter, const QStyleOptionSlider &bar, const QWidget *widget,
                    const Theme &theme)
{
    if (const QColor ground = scrolledGround(widget); ground.isValid())
        painter.fillRect(bar.rect, ground);
    if (!bar.state.testFlag(QStyle::State_Enabled) || bar.maximum <= bar.minimum)
        return;
    const bool isHeld = bar.state.testFlag(QStyle::State_Sunken) &&
                        bar.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider);
    const bool isHovered = isHeld || bar.state.testFlag(QStyle::State_MouseOver);
    const qreal thickness = isHovered ? hoveredThickness : restingThickness;
    QRectF handle = scrollBarPart(bar, QStyle::SC_ScrollBarSlider);
    if (bar.orientation == Qt::Horizontal) {
        handle.adjust(2, 0, -2, 0);
        handle.setTop(handle.center().y() - thickness / 2);
        handle.setHeight(thickness);
    } else {
        handle.adjust(0, 2, 0, -2);
        handle.setLeft(handle.center().x() - thickness / 2);
        handle.setWidth(thickness);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isHeld ? theme.text : isHovered ? theme.textDim : theme.outline());
    painter.drawRoundedRect(handle, thickness / 2, thickness / 2);
    painter.restore();
}

} // namespace snug
