// Rows that are dragged within one model.
#pragma once

#include <QAbstractItemModel>
#include <QByteArray>
#include <QList>

class QMimeData;

namespace snug {

// The rows of `indexes` as mime data of type `mimeType`, tied to this very model. Null if empty.
QMimeData *rowsToMimeData(const QAbstractItemModel &model, const QModelIndexList &indexes,
                          const QString &mimeType);

// The rows, ascending; empty when the data is of another type or comes from another model.
QList<int> rowsFromMimeData(const QAbstractItemModel &model, const QMimeData *data, const QString &mimeType);

// Moves the rows, which need not be neighbours, in front of `destination` with moveRows().
bool moveRowsTogether(QAbstractItemModel &model, const QList<int> &rows, int destination);

} // namespace snug
