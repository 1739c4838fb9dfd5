// The pointer over the story: what is under it, what it presses, and the text and scene that it draws over.
#pragma once

#include "widgets/chat/scenemarks.h"
#include "widgets/chat/textselection.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

class QMouseEvent;

namespace snug {

class StoryPointer : public QObject
{
    Q_OBJECT
public:
    // All outlive this; events are in the viewport's coordinates.
    StoryPointer(RowLayouts &rows, const ReadingPlace &place, SceneMarks &scene, QWidget *viewport);

    void press(QMouseEvent *event);
    void move(QMouseEvent *event);
    void release(QMouseEvent *event);
    void doubleClick(QMouseEvent *event);
    void hover(const QPoint &point);
    void leave();
    // Rows have moved below it.
    void forgetRow() { m_hovered = -1; }

    int hoveredRow() const { return m_hovered; } // -1 = none
    MessagePart hoveredPart() const { return m_hoveredPart; }
    bool isSelecting() const { return m_isSelecting; }
    TextSelection &selection() { return m_selection; }
    const TextSelection &selection() const { return m_selection; }
    QString selectedText() const;
    QString textToCopy(int row) const;             // what is selected in it, else all of it
    bool isSelectionIn(int first, int last) const; // rows
    // What is at the point, in words; empty = nothing.
    QString toolTip(const QPoint &point) const;

Q_SIGNALS:
    void pressed(int row);  // -1 = beside all messages
    void extended(int row); // with Shift: up to here
    void activated(const snug::MessageHit &hit, int row);
    void sceneDropped(const snug::SceneMarks::Drop &drop);
    void hoverChanged();

private:
    MessageHit hitAt(const QPoint &point, int *row) const;
    void dragScene(const QPoint &point);

    RowLayouts &m_rows;
    const ReadingPlace &m_place;
    SceneMarks &m_scene;
    QPointer<QWidget> m_viewport;
    int m_hovered = -1;
    MessagePart m_hoveredPart = MessagePart::None;
    int m_pressedRow = -1;
    MessageHit m_pressed;
    bool m_isSelecting = false;
    TextSelection m_selection;
};

} // namespace snug
