// The outbound messages in wire order, folded, each segment with its source.
//
// Keys: Up and Down between messages, Left and Right between the segments of one, Enter folds and
// unfolds, Ctrl+Enter opens the segment's source, Ctrl+C copies the message. Space is left free.
// Rows are laid out when they come near the window, so the number of messages costs next to nothing.
#pragma once

#include "widgets/inspector/messagerow.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/rowheights.h"
#include "widgets/inspector/segmentfacts.h"

#include <QAbstractItemView>
#include <QTimer>

#include <memory>

namespace snug {

class SegmentPopup;

class PromptList : public QAbstractItemView
{
    Q_OBJECT

public:
    // A span of a message; -1 = none.
    struct Segment
    {
        int row = -1;
        qsizetype span = -1;
        bool operator==(const Segment &) const = default;
    };

    explicit PromptList(OutboundModel *model, QWidget *parent = nullptr);
    ~PromptList() override;

    void setTheme(const Theme &theme);
    void setBudget(const Budget &budget);                  // of the prompt, for the tokens of single segments
    void setTrace(const Trace &trace) { m_trace = trace; } // for why a segment is there
    // To the next message that the filter finds, or the one before (step -1); round at the ends.
    void findNext(int step);
    void setColourAll(bool on);
    // Shows only messages that hold this text, in any case, and marks it.
    void setFilter(const QString &text);
    // A line where the server's cache ends: in front of this character of the message; row -1 = none.
    void setBreak(int row, qsizetype position);
    void showBreak();
    void setCanTry(bool can) { m_canTry = can; } // not in the past
    // A click shows the source's text in place, a double click goes to it; otherwise a click goes.
    void setOpensInPlace(bool isOn) { m_opensInPlace = isOn; }
    QRect breakRect() const;        // in the viewport; null where there is none
    bool isBreakWithinText() const; // between lines of one message, not between rows
    int shownCount() const;         // messages that the filter lets through

    bool isFolded(int row) const { return m_rows.at(row).folded; }
    void toggleFold(int row);
    Segment keyboardSegment() const { return m_keyboard; }
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
    void copied(const QString &what); // in the user's words, for the status bar
    void shownCountChanged(int shown);

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override { return 0; }
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex &index) const override;
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
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct RowView
    {
        bool folded = true;
        bool measured = false;
        qsizetype shown = 0; // characters of an unfolded message
        std::shared_ptr<const OutboundLayout> layout;
    };
    // What must not move on the screen while heights change.
    struct Anchor
    {
        int row = -1;
        int offset = 0;
        bool end = false;
    };

    const OutboundMessage &message(int row) const { return m_model->message(row); }
    const OutboundLayout &layoutOf(int row) const;
    QRect rowRect(int row) const;
    Anchor anchor() const;
    void restore(const Anchor &anchor);
    void measureVisible() const;
    bool measureBetween(int first, int last);
    void forgetHeights();
    void applyFilter(int first, int last);
    int nextShown(int row, int step) const;
    void moveSegment(int step);
    void setHovered(const Segment &segment);
    void showPopup(const Segment &segment);
    void hidePopup();
    SegmentFacts factsOf(const Segment &segment) const;
    void open(const Segment &segment, qsizetype position);
    void openAt(const Segment &segment, const QPoint &point);
    Source sourceAt(int row, const Segment &segment) const;
    bool isFoldMark(const QPoint &point) const;

    OutboundModel *m_model;
    MessageRow m_look;
    Budget m_budget;
    Trace m_trace;
    RowHeights m_heights;
    QList<RowView> m_rows;
    QString m_filter;
    int m_breakRow = -1;
    qsizetype m_breakPosition = 0;
    bool m_colourAll = false;
    bool m_measuring = false;
    bool m_canTry = true;
    bool m_opensInPlace = false;
    int m_width = -1; // that the heights are for
    Segment m_keyboard;
    Segment m_hovered;
    Segment m_pressed;
    SegmentPopup *m_popup;
    QTimer m_popupDelay;
};

} // namespace snug
