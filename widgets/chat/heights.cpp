#include "widgets/chat/heights.h"

#include <algorithm>
#include <bit>

namespace snug {

void Heights::reset(QList<int> heights)
{
    m_heights = std::move(heights);
    build();
}

void Heights::insert(int row, const QList<int> &heights)
{
    m_heights.insert(row, heights.size(), 0);
    std::ranges::copy(heights, m_heights.begin() + row);
    build();
}

void Heights::remove(int row, int count)
{
    m_heights.remove(row, count);
    build();
}

void Heights::build()
{
    m_tree = m_heights;
    const int size = count();
    for (int i = 1; i <= size; ++i) {
        const int parent = i + (i & -i);
        if (parent <= size)
            m_tree[parent - 1] += m_tree[i - 1];
    }
}

void Heights::set(int row, int height)
{
    const int change = height - m_heights[row];
    if (change == 0)
        return;
    m_heights[row] = height;
    for (int i = row + 1; i <= count(); i += i & -i)
        m_tree[i - 1] += change;
}

int Heights::top(int row) const
{
    int sum = 0;
    for (int i = row; i > 0; i -= i & -i)
        sum += m_tree[i - 1];
    return sum;
}

int Heights::rowAt(int y) const
{
    if (m_heights.isEmpty())
        return -1;
    int row = 0;
    int left = std::max(0, y);
    for (int step = int(std::bit_floor(unsigned(count()))); step > 0; step /= 2) {
        if (row + step <= count() && m_tree[row + step - 1] <= left) {
            row += step;
            left -= m_tree[row - 1];
        }
    }
    return std::min(row, count() - 1);
}

} // namespace snug
