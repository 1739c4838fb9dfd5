// The segments of the prompt list that are pointed at, by mouse and by keys, what is pressed there, and the
// small window that says where such a segment came from.
#pragma once

#include "widgets/inspector/promptrows.h"
#include "widgets/inspector/segmentfacts.h"

#include <QObject>
#include <QTimer>

class QMouseEvent;

namespace snug {

class PromptList;
class SegmentPopup;

// A span of a message; -1 = none.
struct PromptSegment
{
    int row = -1;
    qsizetype span = -1;
    bool operator==(const PromptSegment &) const = default;
};

class SegmentPointer : public QObject
{
    Q_OBJECT

public:
    // Both must outlive it.
    SegmentPointer(PromptList &list, const PromptRows &rows);

    void setTheme(const Theme &theme);
    void setBudget(const Budget &budget) { m_budget = budget; }
    void setTrace(const Trace &trace) { m_trace = trace; }

    const PromptSegment &hovered() const { return m_hovered; }
    const PromptSegment &keyboard() const { return m_keyboard; }
    // The one that is pointed at in this row.
    PromptSegment in(int row) const { return m_hovered.row == row ? m_hovered : m_keyboard; }
    void setHovered(const PromptSegment &segment);
    // By the keys; what is told of it waits for tellKeyboard().
    void setKeyboard(const PromptSegment &segment);
    void tellKeyboard() { tell(m_keyboard); }
    SegmentFacts factsOf(const PromptSegment &segment) const;
    bool isTelling() const;
    void stopTelling();

    // What the list is told of.
    void press(QMouseEvent *event);
    void move(QMouseEvent *event);
    void release(QMouseEvent *event);
    void doubleClick(QMouseEvent *event);
    void rowsInserted(int first, int count);
    void rowsRemoved(int first, int count);
    void rowChanged(int row);

Q_SIGNALS:
    // In the viewport.
    void clicked(const snug::PromptSegment &segment, const QPoint &point, Qt::KeyboardModifiers modifiers);
    void doubleClicked(const snug::PromptSegment &segment, const QPoint &point);

private:
    void tell(const PromptSegment &segment);
    bool isFoldMark(const QPoint &point) const;

    PromptList &m_list;
    const PromptRows &m_rows;
    Budget m_budget;
    Trace m_trace;
    PromptSegment m_keyboard;
    PromptSegment m_hovered;
    PromptSegment m_pressed;
    SegmentPopup *m_popup;
    QTimer m_delay;
};

} // namespace snug
