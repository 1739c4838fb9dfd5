#include "widgets/inspector/rowheights.h"

#include <algorithm>

namespace snug {

void RowHeights::clear()
{
    m_rows.clear();
    m_bottoms.clear();
}

void RowHeights::insert(int row, int count, int height)
{
    m_rows.insert(row, count, Row{height, false});
    m_bottoms.clear();
}

void RowHeights::remove(int row, int count)
{
    m_rows.remove(row, count);
    m_bottoms.clear();
}

void RowHeights::setHeight(int row, int height)
{
    if (m_rows.at(row).height == height)
        return;
    m_rows[row].height = height;
    m_bottoms.clear();
}

void RowHeights::setHidden(int row, bool hidden)
{
    if (m_rows.at(row).hidden == hidden)
        return;
    m_rows[row].hidden = hidden;
    m_bottoms.clear();
}

const QList<int> &RowHeights::bottoms() const
{
    if (m_bottoms.size() != m_rows.size()) {
        m_bottoms.resize(m_rows.size());
        int sum = 0;
        for (int row = 0; row < int(m_rows.size()); ++row) {
            sum += height(row);
            m_bottoms[row] = sum;
        }
    }
    return m_bottoms;
}

int RowHeights::top(int row) const
{
    return row <= 0 ? 0 : bottoms().at(row - 1);
}

int RowHeights::total() const
{
    return m_rows.isEmpty() ? 0 : bottoms().last();
}

int RowHeights::rowAt(int y) const
{
    const QList<int> &ends = bottoms();
    const auto found = std::upper_bound(ends.cbegin(), ends.cend(), std::max(0, y));
    if (found != ends.cend())
        return int(found - ends.cbegin());
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (!m_rows.at(row).hidden)
            return row;
    }
    return -1;
}

} // namespace snug
