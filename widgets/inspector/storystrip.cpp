#include "widgets/inspector/storystrip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace snug {

namespace {

constexpr int stripHeight = 44;
constexpr double widestCell = 18;
constexpr double lowShare = 0.16; // of the height, where the thing was not there
constexpr double focusRoom = 3;   // room for the focus ring

} // namespace

StoryStrip::StoryStrip(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Requests, oldest first"));
}

void StoryStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    update();
}

void StoryStrip::setMoments(const QList<StoryMoment> &moments, SourceGroup group)
{
    m_moments = moments;
    m_group = group;
    m_chosen = std::min(m_chosen, int(moments.size()) - 1);
    update();
}

void StoryStrip::choose(int number)
{
    m_chosen = number;
    update();
}

QSize StoryStrip::sizeHint() const
{
    return {240, stripHeight};
}

// All of them are in view, however many: of thousands several share a pixel.
QRectF StoryStrip::cell(int number) const
{
    const double width = std::min(widestCell, (this->width() - 2 * focusRoom) / double(m_moments.size()));
    const StoryMoment &moment = m_moments.at(number);
    const double full = height() - 2 * focusRoom;
    const double high = moment.isIn ? full : full * lowShare;
    const double between = width >= 4 ? 1 : 0;
    return {focusRoom + number * width, height() - focusRoom - high, std::max(1.0, width - between), high};
}

int StoryStrip::numberAt(const QPointF &place) const
{
    if (m_moments.isEmpty())
        return -1;
    const double width = std::min(widestCell, (this->width() - 2 * focusRoom) / double(m_moments.size()));
    const int number = int((place.x() - focusRoom) / width);
    return place.x() >= focusRoom && number < m_moments.size() ? number : -1;
}

void StoryStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    const QColor colour = m_theme.source(m_group);
    // Where cells share pixels, those that are in are on top.
    for (const bool isIn : {false, true}) {
        for (int i = 0; i < m_moments.size(); ++i) {
            const StoryMoment &moment = m_moments.at(i);
            if (moment.isIn != isIn)
                continue;
            if (moment.isKnown)
                painter.fillRect(cell(i), isIn ? colour : m_theme.textDim);
            else
                painter.fillRect(QRectF(cell(i).center().x() - 1, height() - focusRoom - 2, 2, 2),
                                 m_theme.textDim);
        }
    }
    if (m_chosen >= 0 && m_chosen < m_moments.size()) {
        QRectF around = cell(m_chosen);
        around.setTop(1);
        painter.setPen(QPen(m_theme.accent, 2));
        painter.drawRect(around.adjusted(-1, 0, 1, 1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void StoryStrip::take(int number)
{
    if (m_moments.isEmpty())
        return;
    choose(std::clamp(number, 0, int(m_moments.size()) - 1));
    Q_EMIT chosenByUser(m_chosen);
}

void StoryStrip::mousePressEvent(QMouseEvent *event)
{
    if (const int number = numberAt(event->position()); number >= 0 && event->button() == Qt::LeftButton)
        take(number);
}

void StoryStrip::mouseMoveEvent(QMouseEvent *event)
{
    const int number = numberAt(event->position());
    setToolTip(number < 0 ? QString() : storyLines(m_moments.at(number)).join(u'\n'));
    if (number >= 0 && event->buttons() == Qt::LeftButton && number != m_chosen)
        take(number);
}

void StoryStrip::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return take(m_chosen - 1);
    case Qt::Key_Right:
        return take(m_chosen + 1);
    case Qt::Key_Home:
        return take(0);
    case Qt::Key_End:
        return take(int(m_moments.size()) - 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void StoryStrip::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void StoryStrip::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace snug
