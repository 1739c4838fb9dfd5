// The scene that a memory is to be made of: a line beside its messages with a handle at each end.
#include "widgets/chat/transcript.h"

#include <QMouseEvent>
#include <QPainter>

namespace snug {

static constexpr int barWidth = 3;
static constexpr int knob = 9;

void Transcript::setScene(int first, int last, int startNumber, int endNumber)
{
    const SceneShown scene{first, last, startNumber, endNumber};
    if (m_scene == scene)
        return;
    m_scene = scene;
    viewport()->update();
}

QRect Transcript::sceneHandle(bool isStart) const
{
    const int row = isStart ? m_scene.first : m_scene.last;
    if (row < 0 || row >= m_rows.heights().count())
        return {};
    const QRect rect = messageRect(row);
    const int left = const_cast<Transcript *>(this)->m_rows.at(row).ground.left();
    const QPoint centre(std::max(knob / 2 + 1, left - 3), isStart ? rect.top() + 6 : rect.bottom() - 6);
    return {centre - QPoint(knob, knob), QSize(2 * knob, 2 * knob)};
}

void Transcript::paintScene(QPainter &painter, int row, const QRect &rect)
{
    int first = m_scene.first;
    int last = m_scene.last;
    if (m_draggedHandle == SceneHandle::Start && m_dragTarget >= 0)
        first = m_dragTarget;
    if (m_draggedHandle == SceneHandle::End && m_dragTarget >= 0)
        last = m_dragTarget;
    const bool isInside = first >= 0 && last >= 0 && row >= first && row <= last;
    if (!isInside && row != first && row != last)
        return;
    const Theme &theme = m_rows.style().theme;
    const QColor colour = theme.source(SourceGroup::Memory);
    const int centre = std::max(knob / 2 + 1, m_rows.at(row).ground.left() - 3);
    const int top = row == first ? rect.top() + 6 : isInside ? rect.top() : rect.bottom() - 22;
    const int bottom = row == last ? rect.bottom() - 6 : isInside ? rect.bottom() + 1 : rect.top() + 22;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRect(QRectF(centre - barWidth / 2.0, top, barWidth, bottom - top));
    for (const int y : {row == first ? top : -1, row == last ? bottom : -1}) {
        if (y != -1)
            painter.drawEllipse(QPointF(centre, y), knob / 2.0, knob / 2.0);
    }
    painter.restore();
}

bool Transcript::pressSceneHandle(const QPoint &point)
{
    m_draggedHandle = sceneHandle(true).contains(point)    ? SceneHandle::Start
                      : sceneHandle(false).contains(point) ? SceneHandle::End
                                                           : SceneHandle::None;
    m_dragTarget = -1;
    return m_draggedHandle != SceneHandle::None;
}

void Transcript::dragSceneHandle(const QPoint &point)
{
    const int row = rowAt(QPoint(viewport()->width() / 2, point.y()));
    if (row < 0 || row == m_dragTarget)
        return;
    m_dragTarget = row;
    viewport()->update();
}

void Transcript::releaseSceneHandle(const QPoint &point)
{
    dragSceneHandle(point);
    const SceneHandle handle = std::exchange(m_draggedHandle, SceneHandle::None);
    const int target = std::exchange(m_dragTarget, -1);
    viewport()->update();
    // Dropped where it was: nothing, for setting a marker again takes it away.
    if (target < 0 || target == (handle == SceneHandle::Start ? m_scene.first : m_scene.last))
        return;
    if (handle == SceneHandle::Start)
        Q_EMIT sceneStartRequested(target);
    else
        Q_EMIT sceneEndRequested(target);
}

} // namespace snug
