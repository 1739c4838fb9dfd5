// The outbound messages in wire order, folded, each segment with its source.
//
// Keys: Up and Down between messages, Left and Right between the segments of one, Enter folds and
// unfolds, Ctrl+Enter opens the segment's source, Ctrl+C copies the message. Space is left free.
// Rows are laid out when they come near the window, so the number of messages costs next to nothing.
#pragma once

#include "widgets/inspector/promptrows.h"
#include "widgets/inspector/segmentpointer.h"

#include <QAbstractItemView>

namespace snug {

class PromptList : public QAbstractItemView
{
    Q_OBJECT

public:
    using Segment = PromptSegment;

    explicit PromptList(OutboundModel *model, QWidget *parent = nullptr);
    ~PromptList() override;

    void setTheme(const Theme &theme);
    // Of the prompt: for the tokens of single segments, and for why a segment is there.
    void setBudget(const Budget &budget) { m_pointer.setBudget(budget); }
    void setTrace(const Trace &trace) { m_pointer.setTrace(trace); }
    // To the next message that the filter finds, or the one before (step -1); round at the ends.
    void findNext(int step);
    void setColourAll(bool on)
    {
        m_colourAll = on;
        viewport()->update();
    }
    // Shows only messages that hold this text, in any case, and marks it.
    void setFilter(const QString &text);
    // A line where the server's cache ends: in front of this character of the message; row -1 = none.
    void setBreak(int row, qsizetype position);
    void showBreak();
    void setCanTry(bool can) { m_canTry = can; } // not in the past
    // Of a prompt from elsewhere: there are no places that its sources could lead to.
    void setHasPlaces(bool has) { m_hasPlaces = has; }
    // A click shows the source's text in place, a double click goes to it; otherwise a click goes.
    void setOpensInPlace(bool isOn) { m_opensInPlace = isOn; }
    QRect breakRect() const; // in the viewport; null where there is none
    // Between lines of one message, not between rows.
    bool isBreakWithinText() const
    {
        return m_breakRow >= 0 && m_breakRow < m_rows.count() && m_breakPosition > 0;
    }
    int shownCount() const { return m_rows.shownCount(); } // messages that the filter lets through

    bool isFolded(int row) const { return m_rows.isFolded(row); }
    void toggleFold(int row);
    Segment keyboardSegment() const { return m_pointer.keyboard(); }
    Segment segmentAt(const QPoint &viewportPoint) const;
    // Where the segment is painted, in the viewport; null where it is folded away.
    QRect segmentRect(const Segment &segment) const;

    QRect visualRect(const QModelIndex &index) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint &point) const override;

Q_SIGNALS:
    // `position`: UTF-16 units into the source's own text, -1 where it has no such place.
    void sourceRequested(const snug::Source &source, qsizetype position);
    void sourceClicked(const snug::Source &source, const QPoint &globalPosition); // see setOpensInPlace()
    // Try this without it (or with it again), written differently, below the history.
    void switchRequested(const snug::Source &source);
    void editRequested(const snug::Source &source);
    void belowRequested(const snug::Source &source);
    void storyRequested(const snug::Source &source); // over earlier requests
    void copied(const QString &what);                // in the user's words, for the status bar
    void shownCountChanged(int shown);

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override { return 0; }
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex &index) const override
    {
        return index.isValid() && !m_rows.isShown(index.row());
    }
    void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection &selection) const override;
    void rowsInserted(const QModelIndex &parent, int first, int last) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;
    void dataChanged(const QModelIndex &first, const QModelIndex &last, const QList<int> &roles) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void updateGeometries() override;
    void scrollContentsBy(int dx, int dy) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override { m_pointer.press(event); }
    void mouseMoveEvent(QMouseEvent *event) override { m_pointer.move(event); }
    void mouseReleaseEvent(QMouseEvent *event) override { m_pointer.release(event); }
    void mouseDoubleClickEvent(QMouseEvent *event) override { m_pointer.doubleClick(event); }
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    // What must not move on the screen while heights change.
    struct Anchor
    {
        int row = -1;
        int offset = 0;
        bool end = false;
    };

    const OutboundMessage &message(int row) const { return m_model->message(row); }
    QRect rowRect(int row) const;
    Anchor anchor() const;
    void restore(const Anchor &anchor);
    void measureVisible() const;
    void forgetHeights();
    void moveSegment(int step);
    void open(const Segment &segment, qsizetype position);
    void openAt(const Segment &segment, const QPoint &point);
    void openClicked(const Segment &segment, const QPoint &point, Qt::KeyboardModifiers modifiers);
    Source sourceAt(int row, const Segment &segment) const;

    OutboundModel *m_model;
    PromptRows m_rows;
    SegmentPointer m_pointer;
    int m_breakRow = -1;
    qsizetype m_breakPosition = 0;
    bool m_colourAll = false;
    bool m_measuring = false;
    bool m_canTry = true;
    bool m_hasPlaces = true;
    bool m_opensInPlace = false;
};

} // namespace snug
