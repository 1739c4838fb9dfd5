#include "widgets/chat/scenemarks.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace snug {

static constexpr int barWidth = 3;
static constexpr int knob = 9;

SceneMarks::SceneMarks(RowLayouts &rows, const ReadingPlace &place)
    : m_rows(rows)
    , m_place(place)
{
}

bool SceneMarks::set(const SceneShown &scene)
{
    return std::exchange(m_scene, scene) != scene;
}

int SceneMarks::centreOf(int row) const
{
    return std::max(knob / 2 + 1, m_rows.at(row).ground.left() - 3);
}

QRect SceneMarks::rect(Handle handle) const
{
    const bool isStart = handle == Handle::Start;
    const int row = isStart ? m_scene.first : m_scene.last;
    if (row < 0 || row >= m_rows.heights().count())
        return {};
    const QRect message = m_place.rect(row);
    const QPoint centre(centreOf(row), isStart ? message.top() + 6 : message.bottom() - 6);
    return {centre - QPoint(knob, knob), QSize(2 * knob, 2 * knob)};
}

SceneMarks::Handle SceneMarks::handleAt(const QPoint &point) const
{
    for (const Handle handle : {Handle::Start, Handle::End}) {
        if (rect(handle).contains(point))
            return handle;
    }
    return Handle::None;
}

QString SceneMarks::toolTip(Handle handle) const
{
    switch (handle) {
    case Handle::Start:
        return tr("The scene starts at message %1. Drag to move.").arg(m_scene.startNumber);
    case Handle::End:
        return tr("The scene ends at message %1. Drag to move.").arg(m_scene.endNumber);
    case Handle::None:
        break;
    }
    return {};
}

void SceneMarks::paint(QPainter &painter, int row) const
{
    int first = m_scene.first;
    int last = m_scene.last;
    if (m_dragged == Handle::Start && m_target >= 0)
        first = m_target;
    if (m_dragged == Handle::End && m_target >= 0)
        last = m_target;
    const bool isInside = first >= 0 && last >= 0 && row >= first && row <= last;
    if (!isInside && row != first && row != last)
        return;
    const QRect message = m_place.rect(row);
    const int centre = centreOf(row);
    const int top = row == first ? message.top() + 6 : isInside ? message.top() : message.bottom() - 22;
    const int bottom = row == last ? message.bottom() - 6
                       : isInside  ? message.bottom() + 1
                                   : message.top() + 22;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_rows.style().theme.source(SourceGroup::Memory));
    painter.drawRect(QRectF(centre - barWidth / 2.0, top, barWidth, bottom - top));
    for (const int y : {row == first ? top : -1, row == last ? bottom : -1}) {
        if (y != -1)
            painter.drawEllipse(QPointF(centre, y), knob / 2.0, knob / 2.0);
    }
    painter.restore();
}

bool SceneMarks::press(const QPoint &point)
{
    m_dragged = handleAt(point);
    m_target = -1;
    return m_dragged != Handle::None;
}

bool SceneMarks::drag(int row)
{
    if (row < 0 || row == m_target)
        return false;
    m_target = row;
    return true;
}

// Setting a marker again where it stands would take it away.
std::optional<SceneMarks::Drop> SceneMarks::release()
{
    const Drop drop{std::exchange(m_dragged, Handle::None), std::exchange(m_target, -1)};
    if (drop.row < 0 || drop.row == (drop.handle == Handle::Start ? m_scene.first : m_scene.last))
        return {};
    return drop;
}

} // namespace snug
