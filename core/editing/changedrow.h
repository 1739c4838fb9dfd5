// Which row of a list a step has changed: where an editor goes when it is taken back or done again.
#pragma once

#include <QHash>
#include <QList>

#include <algorithm>
#include <functional>

namespace snug {

// Rows of `after` by what tells them apart; of several with the same identity the first counts. The row that
// `current` names where it is one of those that changed, else the first that came or is different, else what
// stands where one went or the row that was moved. -1: the lists are the same, or nothing is left.
template <typename T, typename Id>
qsizetype changedRow(const QList<T> &before, const QList<T> &after, Id idOf, qsizetype current = -1)
{
    using Key = std::remove_cvref_t<std::invoke_result_t<Id, const T &>>;
    const auto rowsOf = [&](const QList<T> &list) {
        QHash<Key, qsizetype> rows;
        for (qsizetype row = list.size() - 1; row >= 0; --row)
            rows.insert(std::invoke(idOf, list.at(row)), row);
        return rows;
    };
    const QHash<Key, qsizetype> was = rowsOf(before);
    const QHash<Key, qsizetype> is = rowsOf(after);
    const auto isDifferent = [&](qsizetype row) {
        const auto then = was.constFind(std::invoke(idOf, after.at(row)));
        return then == was.cend() || !(before.at(*then) == after.at(row));
    };
    if (current >= 0 && current < after.size() && isDifferent(current))
        return current;
    for (qsizetype row = 0; row < after.size(); ++row) {
        if (isDifferent(row))
            return row;
    }
    for (qsizetype row = 0; row < before.size(); ++row) {
        if (!is.contains(std::invoke(idOf, before.at(row))))
            return std::min(row, after.size() - 1);
    }
    // Only the order: without the row that was moved, both go on alike.
    for (qsizetype row = 0; row < std::min(before.size(), after.size()); ++row) {
        const Key here = std::invoke(idOf, after.at(row));
        const Key there = std::invoke(idOf, before.at(row));
        if (here == there)
            continue;
        const bool cameHere = row + 1 < after.size() && std::invoke(idOf, after.at(row + 1)) == there;
        return cameHere ? row : is.value(there, row);
    }
    return -1;
}

} // namespace snug
