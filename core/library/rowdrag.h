// Rows that are dragged within one model.
#pragma once

#include <QAbstractItemModel>
#include <QByteArray>
#include <QList>

#include <algorithm>

class QMimeData;

namespace snug {

// The rows of `indexes` as mime data of type `mimeType`, tied to this very model. Null if empty.
QMimeData *rowsToMimeData(const QAbstractItemModel &model, const QModelIndexList &indexes,
                          const QString &mimeType);

// The rows, ascending; empty when the data is of another type or comes from another model.
QList<int> rowsFromMimeData(const QAbstractItemModel &model, const QMimeData *data, const QString &mimeType);

// What QAbstractItemModel::moveRows() is asked for makes sense in a flat model.
bool isRowMove(const QAbstractItemModel &model, const QModelIndex &sourceParent, int sourceRow, int count,
               const QModelIndex &destinationParent, int destinationChild);

// `count` items from `source` on, in front of the one at `destination`, which is not among them.
template <typename T> void moveItems(QList<T> &items, int source, int count, int destination)
{
    const auto first = items.begin();
    if (destination < source)
        std::rotate(first + destination, first + source, first + source + count);
    else
        std::rotate(first + source, first + source + count, first + destination);
}

// As QAbstractItemModel::dropMimeData() has it: rows of this model, moved to where they are dropped.
bool dropRows(QAbstractItemModel &model, const QMimeData *data, Qt::DropAction action, int row,
              const QModelIndex &parent, const QString &mimeType);

// Moves the rows, which need not be neighbours, in front of `destination` with moveRows().
bool moveRowsTogether(QAbstractItemModel &model, const QList<int> &rows, int destination);

} // namespace snug
