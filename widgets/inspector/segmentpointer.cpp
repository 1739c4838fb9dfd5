#include "widgets/inspector/segmentpointer.h"

#include "core/prompt/whyhere.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/segmentpopup.h"

#include <QCursor>
#include <QMouseEvent>

#include <utility>

namespace snug {

SegmentPointer::SegmentPointer(PromptList &list, const PromptRows &rows)
    : m_list(list)
    , m_rows(rows)
    , m_popup(new SegmentPopup(&list))
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(250);
    connect(&m_delay, &QTimer::timeout, this, [this] { tell(m_hovered); });
}

void SegmentPointer::setTheme(const Theme &theme)
{
    m_popup->setTheme(theme);
}

void SegmentPointer::setHovered(const PromptSegment &segment)
{
    if (segment == m_hovered)
        return;
    m_hovered = segment;
    if (segment.span < 0)
        stopTelling();
    else if (isTelling())
        tell(segment);
    else
        m_delay.start();
    m_list.viewport()->update();
}

void SegmentPointer::setKeyboard(const PromptSegment &segment)
{
    m_keyboard = segment;
    if (segment.row >= 0)
        m_hovered = {};
}

SegmentFacts SegmentPointer::factsOf(const PromptSegment &segment) const
{
    // Of the message that goes: a block in it costs what it costs there.
    SegmentFacts facts = segmentFacts(m_rows.wholeMessage(segment.row),
                                      m_rows.place(segment.row).firstSpan + segment.span, m_budget);
    facts.why = whyHere(facts.source, m_trace);
    return facts;
}

bool SegmentPointer::isTelling() const
{
    return m_popup->isVisible();
}

void SegmentPointer::stopTelling()
{
    m_delay.stop();
    m_popup->hide();
}

void SegmentPointer::tell(const PromptSegment &segment)
{
    if (segment.row < 0 || segment.span < 0)
        return;
    QWidget *viewport = m_list.viewport();
    QRect place = m_list.segmentRect(segment) & viewport->rect();
    if (segment == m_hovered) {
        // A long segment's end may be far from the pointer.
        const QPoint pointer = viewport->mapFromGlobal(QCursor::pos());
        if (place.contains(pointer))
            place = QRect(pointer.x(), pointer.y() - 10, 1, 26);
    }
    m_popup->showFor(factsOf(segment), QRect(viewport->mapToGlobal(place.topLeft()), place.size()));
}

bool SegmentPointer::isFoldMark(const QPoint &point) const
{
    const QModelIndex index = m_list.indexAt(point);
    return index.isValid() && m_rows.foldMark(index.row(), m_list.visualRect(index)).contains(point);
}

void SegmentPointer::press(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const QModelIndex index = m_list.indexAt(point);
    stopTelling();
    if (!index.isValid())
        return;
    m_list.setAutoScroll(false); // what is clicked is seen, and stays below the pointer
    m_list.setCurrentIndex(index);
    m_list.setAutoScroll(true);
    if (event->button() != Qt::LeftButton)
        return;
    if (isFoldMark(point))
        m_list.toggleFold(index.row());
    else
        m_pressed = m_list.segmentAt(point);
}

void SegmentPointer::move(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const PromptSegment segment = m_list.segmentAt(point);
    setHovered(segment);
    m_list.viewport()->setCursor(segment.span >= 0 || isFoldMark(point) ? Qt::PointingHandCursor
                                                                        : Qt::ArrowCursor);
}

void SegmentPointer::release(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const PromptSegment pressed = std::exchange(m_pressed, {});
    if (event->button() == Qt::LeftButton && pressed.span >= 0 && m_list.segmentAt(point) == pressed)
        Q_EMIT clicked(pressed, point, event->modifiers());
}

void SegmentPointer::doubleClick(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const QModelIndex index = m_list.indexAt(point);
    const PromptSegment segment = m_list.segmentAt(point);
    if (index.isValid() && !isFoldMark(point) &&
        m_rows.look().header(m_list.visualRect(index)).contains(point))
        m_list.toggleFold(index.row());
    else if (segment.span >= 0)
        Q_EMIT doubleClicked(segment, point);
}

void SegmentPointer::rowsInserted(int first, int count)
{
    for (PromptSegment *segment : {&m_keyboard, &m_hovered, &m_pressed})
        segment->row += segment->row >= first ? count : 0;
}

void SegmentPointer::rowsRemoved(int first, int count)
{
    for (PromptSegment *segment : {&m_keyboard, &m_hovered, &m_pressed}) {
        if (segment->row >= first + count)
            segment->row -= count;
        else if (segment->row >= first)
            *segment = {};
    }
    if (m_hovered.row < 0 && m_keyboard.row < 0)
        stopTelling();
}

void SegmentPointer::rowChanged(int row)
{
    for (PromptSegment *segment : {&m_keyboard, &m_hovered, &m_pressed}) {
        if (segment->row == row && segment->span >= m_rows.message(row).content.spans().size()) {
            segment->span = -1;
            stopTelling();
        }
    }
}

} // namespace snug
