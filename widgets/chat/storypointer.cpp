#include "widgets/chat/storypointer.h"

#include "core/model/unseencharacters.h"
#include "widgets/chat/markdown.h"

#include <QLocale>
#include <QMouseEvent>

#include <limits>
#include <utility>

namespace snug {

StoryPointer::StoryPointer(RowLayouts &rows, const ReadingPlace &place, SceneMarks &scene, QWidget *viewport)
    : m_rows(rows)
    , m_place(place)
    , m_scene(scene)
    , m_viewport(viewport)
{
}

MessageHit StoryPointer::hitAt(const QPoint &point, int *row) const
{
    *row = m_place.rowAt(point);
    if (*row < 0)
        return {};
    return m_rows.at(*row).hit(point - m_place.rect(*row).topLeft());
}

void StoryPointer::press(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    if (event->button() != Qt::LeftButton || m_scene.press(point))
        return;
    m_pressed = hitAt(point, &m_pressedRow);
    m_selection.clear();
    if (event->modifiers().testFlag(Qt::ShiftModifier) && m_pressedRow >= 0) {
        Q_EMIT extended(std::exchange(m_pressedRow, -1));
        return;
    }
    if (m_pressedRow >= 0 && m_pressed.position >= 0) {
        m_selection.begin(m_rows.idAt(m_pressedRow), m_pressed);
        m_isSelecting = true;
    }
    Q_EMIT pressed(m_pressedRow);
}

void StoryPointer::move(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    if (m_scene.isDragged())
        return dragScene(point);
    if (!m_isSelecting)
        return hover(point);
    const int row = m_place.rowOf(m_selection.id());
    if (row < 0)
        return;
    const MessageLayout &message = m_rows.at(row);
    m_selection.extend(message, point - m_place.rect(row).topLeft());
    m_viewport->update();
}

void StoryPointer::dragScene(const QPoint &point)
{
    if (m_scene.drag(m_place.rowAt(QPoint(m_viewport->width() / 2, point.y()))))
        m_viewport->update();
}

void StoryPointer::release(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint point = event->position().toPoint();
    if (m_scene.isDragged()) {
        dragScene(point);
        const std::optional<SceneMarks::Drop> drop = m_scene.release();
        m_viewport->update();
        if (drop)
            Q_EMIT sceneDropped(*drop);
        return;
    }
    const bool dragged = m_isSelecting && !m_selection.isEmpty();
    m_isSelecting = false;
    int row = -1;
    const MessageHit hit = hitAt(point, &row);
    const bool isPressed = !dragged && row >= 0 && row == m_pressedRow && hit.part == m_pressed.part &&
                           hit.link == m_pressed.link;
    m_pressedRow = -1;
    if (isPressed)
        Q_EMIT activated(hit, row);
}

void StoryPointer::doubleClick(QMouseEvent *event)
{
    int row = -1;
    const MessageHit hit = hitAt(event->position().toPoint(), &row);
    if (event->button() != Qt::LeftButton || hit.position < 0) {
        press(event); // two quick clicks on a swipe arrow are two clicks
        return;
    }
    m_selection.selectWord(m_rows.idAt(row), m_rows.at(row), hit);
    m_viewport->update();
}

void StoryPointer::hover(const QPoint &point)
{
    int row = -1;
    const MessageHit hit = hitAt(point, &row);
    const bool pressable = hit.part == MessagePart::ReasoningLine || hit.part == MessagePart::SwipeBack ||
                           hit.part == MessagePart::SwipeNext || hit.part == MessagePart::SwipeCount ||
                           hit.part == MessagePart::Retry || hit.part == MessagePart::Details ||
                           hit.part == MessagePart::EarlierText || hit.part == MessagePart::LaterText ||
                           hit.part == MessagePart::EarlierReasoning ||
                           hit.part == MessagePart::LaterReasoning || !hit.link.isEmpty();
    const bool draggable = m_scene.handleAt(point) != SceneMarks::Handle::None;
    m_viewport->setCursor(draggable           ? Qt::SizeVerCursor
                          : pressable         ? Qt::PointingHandCursor
                          : hit.position >= 0 ? Qt::IBeamCursor
                                              : Qt::ArrowCursor);
    if (row == m_hovered && hit.part == m_hoveredPart)
        return;
    m_hovered = row;
    m_hoveredPart = hit.part;
    Q_EMIT hoverChanged();
}

void StoryPointer::leave()
{
    m_hovered = -1;
    m_hoveredPart = MessagePart::None;
    Q_EMIT hoverChanged();
}

QString StoryPointer::toolTip(const QPoint &point) const
{
    int row = -1;
    const MessageHit hit = hitAt(point, &row);
    if (!hit.link.isEmpty())
        return spelledOut(hit.link);
    if (const SceneMarks::Handle handle = m_scene.handleAt(point); handle != SceneMarks::Handle::None)
        return m_scene.toolTip(handle);
    if (hit.part == MessagePart::Knowers)
        return tr("Known only to %1").arg(m_rows.at(row).content().knownTo.join(QLatin1String(", ")));
    if (hit.part == MessagePart::SwipeCount)
        return tr("All swipes of this message");
    if (hit.part != MessagePart::Time)
        return {};
    const MessageContent &content = m_rows.at(row).content();
    const QString date = QLocale().toString(content.date, QLocale::LongFormat);
    if (content.tokens <= 0)
        return date;
    //: Whoever wrote the chat's file has counted them, nobody knows how
    return date + u'\n' + tr("%1 tokens, as the file says").arg(QLocale().toString(content.tokens));
}

QString StoryPointer::selectedText() const
{
    const int row = m_selection.isEmpty() ? -1 : m_place.rowOf(m_selection.id());
    if (row < 0)
        return {};
    return plainText(m_rows.at(row).document(m_selection.part()), m_selection.start(), m_selection.end());
}

QString StoryPointer::textToCopy(int row) const
{
    const QString selected = selectedText();
    if (!selected.isEmpty() && m_place.rowOf(m_selection.id()) == row)
        return selected;
    const MessageLayout &message = m_rows.at(row);
    if (message.partCount(MessagePart::Body) > 1)
        return message.content().text; // all of it, as it was written
    return plainText(message.document(MessagePart::Body), 0, std::numeric_limits<int>::max());
}

bool StoryPointer::isSelectionIn(int first, int last) const
{
    const int row = m_selection.id() != 0 ? m_place.rowOf(m_selection.id()) : -1;
    return row >= 0 && first <= row && row <= last;
}

} // namespace snug
