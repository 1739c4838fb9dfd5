#include "core/library/rowdrag.h"

#include <QDataStream>
#include <QIODevice>
#include <QMimeData>

#include <algorithm>

namespace snug {

namespace {

quint64 modelMark(const QAbstractItemModel &model)
{
    return static_cast<quint64>(reinterpret_cast<quintptr>(&model));
}

} // namespace

QMimeData *rowsToMimeData(const QAbstractItemModel &model, const QModelIndexList &indexes,
                          const QString &mimeType)
{
    QList<int> rows;
    for (const QModelIndex &index : indexes) {
        if (index.isValid() && !rows.contains(index.row()))
            rows.append(index.row());
    }
    if (rows.isEmpty())
        return nullptr;
    std::ranges::sort(rows);
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << modelMark(model) << rows;
    auto *data = new QMimeData;
    data->setData(mimeType, bytes);
    return data;
}

QList<int> rowsFromMimeData(const QAbstractItemModel &model, const QMimeData *data, const QString &mimeType)
{
    if (!data || !data->hasFormat(mimeType))
        return {};
    QDataStream stream(data->data(mimeType));
    quint64 mark = 0;
    QList<int> rows;
    stream >> mark >> rows;
    const int count = model.rowCount();
    const bool isValid = stream.status() == QDataStream::Ok && mark == modelMark(model) &&
                         std::ranges::all_of(rows, [count](int row) { return row >= 0 && row < count; });
    return isValid ? rows : QList<int>{};
}

bool isRowMove(const QAbstractItemModel &model, const QModelIndex &sourceParent, int sourceRow, int count,
               const QModelIndex &destinationParent, int destinationChild)
{
    const int rows = model.rowCount();
    return !sourceParent.isValid() && !destinationParent.isValid() && sourceRow >= 0 && count >= 1 &&
           count <= rows - sourceRow && destinationChild >= 0 && destinationChild <= rows;
}

bool dropRows(QAbstractItemModel &model, const QMimeData *data, Qt::DropAction action, int row,
              const QModelIndex &parent, const QString &mimeType)
{
    if (action == Qt::IgnoreAction)
        return true;
    if (action != Qt::MoveAction)
        return false;
    const int destination = row >= 0 ? row : parent.isValid() ? parent.row() : model.rowCount();
    return moveRowsTogether(model, rowsFromMimeData(model, data, mimeType), destination);
}

bool moveRowsTogether(QAbstractItemModel &model, const QList<int> &rows, int destination)
{
    if (rows.isEmpty() || destination < 0 || destination > model.rowCount())
        return false;
    // Persistent indexes follow the rows while others move.
    QList<QPersistentModelIndex> moving;
    for (const int row : rows)
        moving.append(model.index(row, 0));
    bool hasMoved = false;
    // Each goes right behind the one before it, the first in front of the destination.
    int target = destination;
    for (const QPersistentModelIndex &index : std::as_const(moving)) {
        const int row = index.row();
        if (row != target && row + 1 != target)
            hasMoved |= model.moveRows({}, row, 1, {}, target);
        target = index.row() + 1;
    }
    return hasMoved;
}

} // namespace snug
