#include "widgets/inspector/comparisonmodel.h"

#include "widgets/inspector/outboundmodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

void ComparisonModel::setNames(const QString &left, const QString &right)
{
    if (m_left == left && m_right == right)
        return;
    m_left = left;
    m_right = right;
    if (!m_items.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void ComparisonModel::setRows(const QList<ComparedRow> &rows)
{
    m_rows = rows;
    show(lines());
}

// A single row that both have is no longer than the line that would stand for it.
QList<ComparisonItem> ComparisonModel::lines() const
{
    QList<ComparisonItem> items;
    for (qsizetype i = 0; i < m_rows.size();) {
        qsizetype end = i;
        while (end < m_rows.size() && m_rows.at(end).isSame())
            ++end;
        if (end - i > 1 && !m_open.contains(i)) {
            items.append({m_rows.at(i), int(end - i), i});
            i = end;
            continue;
        }
        end = std::max(end, i + 1);
        for (; i < end; ++i)
            items.append({m_rows.at(i), 0, i});
    }
    return items;
}

void ComparisonModel::show(const QList<ComparisonItem> &items)
{
    const qsizetype shorter = std::min(m_items.size(), items.size());
    qsizetype head = 0;
    while (head < shorter && m_items.at(head) == items.at(head))
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head &&
           m_items.at(m_items.size() - 1 - tail) == items.at(items.size() - 1 - tail))
        ++tail;
    const qsizetype before = m_items.size() - head - tail;
    const qsizetype after = items.size() - head - tail;
    if (before > after) {
        beginRemoveRows({}, int(head + after), int(head + before - 1));
        m_items.remove(head + after, before - after);
        endRemoveRows();
    } else if (after > before) {
        beginInsertRows({}, int(head + before), int(head + after - 1));
        for (qsizetype i = head + before; i < head + after; ++i)
            m_items.insert(i, items.at(i));
        endInsertRows();
    }
    const qsizetype shared = std::min(before, after);
    m_items = items;
    if (shared > 0)
        Q_EMIT dataChanged(index(int(head)), index(int(head + shared - 1)));
}

void ComparisonModel::toggle(int line)
{
    if (line < 0 || line >= m_items.size())
        return;
    const ComparisonItem &item = m_items.at(line);
    if (item.folded > 0)
        m_open.insert(item.first);
    else if (!m_open.remove(item.first))
        return;
    show(lines());
}

int ComparisonModel::differences() const
{
    return int(std::ranges::count_if(m_rows, [](const ComparedRow &row) { return !row.isSame(); }));
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) ||
        (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    const ComparisonItem &item = m_items.at(index.row());
    if (item.folded > 0)
        return tr("%n that both have", "messages of a prompt", item.folded);
    const auto text = [](const OutboundMessage &message) {
        return QString(sourceName(message.source) + u": "_s + message.content.text());
    };
    const ComparedRow &row = item.row;
    if (row.isSame())
        return text(*row.left);
    //: read aloud: a message that is only in the prompt of %1
    const QString only = tr("Only %1: %2");
    if (!row.right)
        return only.arg(m_left, text(*row.left));
    if (!row.left)
        return only.arg(m_right, text(*row.right));
    //: read aloud: a message that differs, as %1 has it and as %3 has it
    return tr("%1: %2; %3: %4").arg(m_left, text(*row.left), m_right, text(*row.right));
}

} // namespace snug
