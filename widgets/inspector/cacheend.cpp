#include "widgets/inspector/cacheend.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace snug {

namespace {

struct CacheEndText
{
    Q_DECLARE_TR_FUNCTIONS(CacheEnd)
};

constexpr int notch = 5;

} // namespace

QString cacheEndWords()
{
    return CacheEndText::tr("The server's cache ends here: what follows is read again.");
}

void paintCacheEnd(QPainter &painter, const QRect &line, const QRect &seen, const Theme &theme, bool hasRoom)
{
    if (!line.isValid() || !seen.adjusted(0, -8, 0, 8).intersects(line))
        return;
    const int y = line.top();
    const int end = line.right() + 1;
    painter.setPen(QPen(theme.warning, 1, Qt::DashLine));
    painter.drawLine(line.left(), y, line.right(), y);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.warning);
    painter.drawPolygon(
        QPolygon({{line.left(), y - notch}, {line.left() + notch, y}, {line.left(), y + notch}}));
    painter.drawPolygon(QPolygon({{end, y - notch}, {end - notch, y}, {end, y + notch}}));
    if (!hasRoom)
        return;
    painter.setFont(theme.smallFont());
    const QString word = CacheEndText::tr("cache ends");
    const QFontMetrics metrics(theme.smallFont());
    QRect label(0, 0, metrics.horizontalAdvance(word) + 8, metrics.height());
    label.moveTopLeft(QPoint(line.center().x() - label.width() / 2, std::max(0, y - label.height() / 2)));
    painter.fillRect(label, theme.surface);
    painter.setPen(theme.readable(theme.warning, theme.surface));
    painter.drawText(label, Qt::AlignCenter, word);
}

} // namespace snug
