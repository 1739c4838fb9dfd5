// The messages that the keys act on: one, or a run of them from where it was begun.
#pragma once

#include <QtTypes>

#include <utility>

namespace snug {

class RowRange
{
public:
    enum class Extent : quint8 { One, Longer }; // Longer: from where the run was begun

    int current() const { return m_current; } // -1 = none
    int first() const { return qMin(m_anchor, m_current); }
    int last() const { return qMax(m_anchor, m_current); }
    bool isRun() const { return m_current >= 0 && m_anchor != m_current; }
    bool contains(int row) const { return row >= first() && row <= last(); }

    void set(int row, Extent extent = Extent::One)
    {
        m_current = row;
        if (extent == Extent::One || m_anchor < 0)
            m_anchor = row;
    }
    void inserted(int at, int to)
    {
        for (int *row : {&m_anchor, &m_current}) {
            if (*row >= at)
                *row += to - at + 1;
        }
    }
    // What is left is one message, of `count` that there are.
    void removed(int at, int to, int count)
    {
        if (m_current > to)
            m_current -= to - at + 1;
        set(qMin(m_current, count - 1));
    }

private:
    int m_anchor = -1;
    int m_current = -1;
};

} // namespace snug
