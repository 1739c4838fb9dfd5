// The heights of many rows, one below the other: sums and look-ups in logarithmic time.
#pragma once

#include <QList>

namespace snug {

// Heights are whole pixels and never negative. Inserting and removing costs a pass over all rows.
class Heights
{
public:
    void reset(QList<int> heights);
    void insert(int row, const QList<int> &heights);
    void remove(int row, int count);
    void set(int row, int height);

    int count() const { return int(m_heights.size()); }
    int height(int row) const { return m_heights[row]; }
    // Where the row begins; top(count()) is the sum of all.
    int top(int row) const;
    int total() const { return top(count()); }
    // The row that covers `y`: the first one above everything, the last one below. -1 without rows.
    int rowAt(int y) const;

private:
    void build();

    QList<int> m_heights;
    QList<int> m_tree; // Fenwick: m_tree[i - 1] sums the (i & -i) heights that end at row i - 1
};

} // namespace snug
