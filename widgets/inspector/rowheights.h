// Heights of a list's rows: where each one stands, and which one stands at a place.
#pragma once

#include <QList>

namespace snug {

class RowHeights
{
public:
    qsizetype count() const { return m_rows.size(); }
    void clear();
    void insert(int row, int count, int height);
    void remove(int row, int count);

    int height(int row) const { return m_rows.at(row).hidden ? 0 : m_rows.at(row).height; }
    void setHeight(int row, int height);
    bool isHidden(int row) const { return m_rows.at(row).hidden; }
    void setHidden(int row, bool hidden);

    int top(int row) const;
    int total() const;
    // The visible row at this place; the nearest one outside; -1 when there is none.
    int rowAt(int y) const;

private:
    struct Row
    {
        int height = 0;
        bool hidden = false;
    };
    const QList<int> &bottoms() const;

    QList<Row> m_rows;
    mutable QList<int> m_bottoms; // running sums; empty = to be made
};

} // namespace snug
