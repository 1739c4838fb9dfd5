// Where one is in a story of many messages: what is on screen, and what must not move while it is read.
#pragma once

#include "widgets/chat/rowlayouts.h"

#include <QRect>
#include <QSize>

#include <optional>
#include <utility>

namespace snug {

// Heights of messages that were never on screen are estimates; correcting one never moves what is being read.
// What is added at the end moves the view only when it stood there.
class ReadingPlace
{
public:
    explicit ReadingPlace(RowLayouts &rows);

    // What the model has done; the rows have been told.
    void reset(); // to the end
    void inserted(int first, int last);
    void removed(int first, int last);
    // Something has come at the end.
    void grew();

    bool isAtEnd() const { return m_follow; }
    void goToEnd();
    void hold() { m_follow = false; } // stay where one is, even at the end
    bool hasNewBelow() const { return m_newBelow && !m_follow; }
    void scrollTo(int value);
    // How far to scroll, so that the row is seen; nothing: it is.
    std::optional<int> scrollToSee(int row) const;

    void setView(const QSize &size) { m_view = size; }
    // Measures what is on screen, and goes where one was.
    void settle();
    int scroll() const { return m_scroll; }
    int mostScroll() const;

    // It goes on below the screen.
    bool isCutOff(int row) const { return rect(row).bottom() > m_view.height(); }
    // In the view's coordinates; may lie outside of it. Null for rows that do not exist.
    QRect rect(int row) const;
    int rowAt(const QPoint &point) const; // -1 = none
    // The rows on screen: the first, and one past the last.
    std::pair<int, int> visibleRows() const;
    // The message with that id. Those near the screen are found first; -1 = there is none there or above.
    int rowOf(quint64 id) const;

private:
    int contentHeight() const;
    int settledFromEnd();
    int settledFromAnchor();
    void anchorAt(int scroll);

    RowLayouts &m_rows;
    QSize m_view;
    bool m_follow = true;
    int m_anchorRow = 0;    // the first row on screen
    int m_anchorOffset = 0; // how much of it is above the screen's top edge; negative above row 0
    int m_scroll = 0;
    bool m_newBelow = false;
};

} // namespace snug
