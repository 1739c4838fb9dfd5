#include "widgets/chat/readingplace.h"

#include <algorithm>
#include <cmath>

namespace snug {

namespace {

constexpr int paddingAbove = 10;
constexpr int paddingBelow = 22;

} // namespace

ReadingPlace::ReadingPlace(RowLayouts &rows)
    : m_rows(rows)
{
}

void ReadingPlace::reset()
{
    m_follow = true;
    m_newBelow = false;
}

void ReadingPlace::inserted(int first, int last)
{
    const int added = last - first + 1;
    if (!m_follow && first <= m_anchorRow && m_rows.heights().count() > added)
        m_anchorRow += added;
}

void ReadingPlace::removed(int first, int last)
{
    if (m_anchorRow > last) {
        m_anchorRow -= last - first + 1;
    } else if (m_anchorRow >= first) {
        m_anchorRow = first;
        m_anchorOffset = 0;
    }
}

void ReadingPlace::grew()
{
    m_newBelow = m_newBelow || !m_follow;
}

void ReadingPlace::goToEnd()
{
    m_follow = true;
    m_newBelow = false;
}

int ReadingPlace::contentHeight() const
{
    return paddingAbove + m_rows.heights().total() + paddingBelow;
}

int ReadingPlace::mostScroll() const
{
    return m_rows.heights().count() > 0 ? std::max(0, contentHeight() - m_view.height()) : 0;
}

int ReadingPlace::settledFromEnd()
{
    int filled = paddingBelow;
    for (int row = m_rows.heights().count() - 1; row >= 0 && filled < m_view.height(); --row)
        filled += m_rows.at(row).height;
    return mostScroll();
}

int ReadingPlace::settledFromAnchor()
{
    const int count = m_rows.heights().count();
    m_anchorRow = std::clamp(m_anchorRow, 0, count - 1);
    const int before = m_rows.heights().height(m_anchorRow);
    const bool wasLaidOut = m_rows.isLaidOut(m_anchorRow);
    const int after = m_rows.at(m_anchorRow).height;
    // A row that comes in from above keeps its lower edge where it is; one that grows is read from its upper
    // one.
    if (m_anchorOffset > 0 && !wasLaidOut)
        m_anchorOffset = std::max(0, m_anchorOffset + after - before);
    int y = after - m_anchorOffset;
    for (int row = m_anchorRow + 1; row < count && y < m_view.height(); ++row)
        y += m_rows.at(row).height;
    const int wanted = paddingAbove + m_rows.heights().top(m_anchorRow) + m_anchorOffset;
    return wanted > contentHeight() - m_view.height() ? settledFromEnd() : std::max(0, wanted);
}

void ReadingPlace::settle()
{
    if (m_view.width() != m_rows.geometry().viewWidth && m_rows.heights().count() > 0 && !m_follow) {
        // Another width: stay at the same share of the first message on screen.
        m_anchorRow = std::clamp(m_anchorRow, 0, m_rows.heights().count() - 1);
        const double share = double(m_anchorOffset) / std::max(1, m_rows.heights().height(m_anchorRow));
        m_rows.setWidth(m_view.width());
        m_anchorOffset = int(std::lround(share * m_rows.at(m_anchorRow).height));
    } else {
        m_rows.setWidth(m_view.width());
    }
    if (m_rows.heights().count() == 0) {
        m_scroll = m_anchorRow = m_anchorOffset = 0;
        goToEnd();
        return;
    }
    m_scroll = m_follow ? settledFromEnd() : settledFromAnchor();
    anchorAt(m_scroll);
    m_follow = m_scroll >= mostScroll();
    if (m_follow)
        m_newBelow = false;
}

void ReadingPlace::anchorAt(int scroll)
{
    m_anchorRow = std::max(0, m_rows.heights().rowAt(scroll - paddingAbove));
    if (m_rows.heights().count() > 0)
        m_anchorOffset = scroll - paddingAbove - m_rows.heights().top(m_anchorRow);
}

void ReadingPlace::scrollTo(int value)
{
    m_follow = value >= mostScroll();
    anchorAt(value);
}

std::optional<int> ReadingPlace::scrollToSee(int row) const
{
    m_rows.at(row);
    const QRect place = rect(row);
    if (place.top() >= 0 && place.bottom() < m_view.height())
        return {};
    const int top = paddingAbove + m_rows.heights().top(row);
    if (place.top() < 0 || place.height() > m_view.height())
        return row == 0 ? 0 : top;
    const bool isLast = row == m_rows.heights().count() - 1;
    return top + place.height() - m_view.height() + (isLast ? paddingBelow : 0);
}

QRect ReadingPlace::rect(int row) const
{
    if (row < 0 || row >= m_rows.heights().count())
        return {};
    return {0, paddingAbove + m_rows.heights().top(row) - m_scroll, m_view.width(),
            m_rows.heights().height(row)};
}

int ReadingPlace::rowAt(const QPoint &point) const
{
    const int row = m_rows.heights().rowAt(point.y() + m_scroll - paddingAbove);
    return row >= 0 && rect(row).contains(point) ? row : -1;
}

std::pair<int, int> ReadingPlace::visibleRows() const
{
    const int count = m_rows.heights().count();
    const int last = m_rows.heights().rowAt(m_scroll - paddingAbove + m_view.height() - 1);
    return {std::min(m_anchorRow, count), std::min(last + 1, count)};
}

// Selections and editors are near the screen.
int ReadingPlace::rowOf(quint64 id) const
{
    for (int row = m_anchorRow; row < m_rows.heights().count() && row < m_anchorRow + 200; ++row) {
        if (m_rows.idAt(row) == id)
            return row;
    }
    for (int row = std::min(m_anchorRow, m_rows.heights().count()) - 1; row >= 0; --row) {
        if (m_rows.idAt(row) == id)
            return row;
    }
    return -1;
}

} // namespace snug
