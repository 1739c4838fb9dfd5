// The shape that the library's list models share: a list of values, one a row.
#pragma once

#include <QAbstractListModel>
#include <QList>
#include <QMimeData>
#include <QSet>
#include <QUrl>

#include <algorithm>

namespace snug {

// Shows a list and follows it: setValues() tells the views of the rows that came, went, moved or
// changed, and never resets, so selections and scroll positions stay. Rows are the same thing when
// `keyOf` gives the same key. Subclasses map a value to roles, and a row to its file for dragging
// it out of the window.
template <typename T> class ValueListModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    const QList<T> &values() const { return m_values; }
    // The value of a row of this model; a default one for any other index.
    T valueAt(const QModelIndex &index) const
    {
        return checkIndex(index, CheckIndexOption::IndexIsValid) ? m_values[index.row()] : T{};
    }
    // Invalid when there is no such key.
    QModelIndex indexOf(const QString &key) const
    {
        const auto found =
            std::ranges::find_if(m_values, [&](const T &value) { return keyOf(value) == key; });
        return found == m_values.cend() ? QModelIndex() : index(int(found - m_values.cbegin()));
    }

    // Of values with equal keys only the first is shown.
    void setValues(const QList<T> &wanted)
    {
        QList<T> next;
        QSet<QString> keys;
        next.reserve(wanted.size());
        for (const T &value : wanted) {
            if (const QString key = keyOf(value); !keys.contains(key)) {
                keys.insert(key);
                next.append(value);
            }
        }
        removeOthers(keys);
        QSet<QString> present;
        for (const T &value : std::as_const(m_values))
            present.insert(keyOf(value));
        for (qsizetype row = 0; row < next.size();) {
            if (present.contains(keyOf(next[row])))
                row = place(next[row], row);
            else
                row = insertRun(next, row, present);
        }
    }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_values.size());
    }

    Qt::ItemFlags flags(const QModelIndex &index) const override
    {
        const Qt::ItemFlags flags = QAbstractListModel::flags(index);
        return index.isValid() ? flags | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren : flags;
    }

    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
    QStringList mimeTypes() const override { return {QStringLiteral("text/uri-list")}; }
    QMimeData *mimeData(const QModelIndexList &indexes) const override
    {
        QList<QUrl> urls;
        for (const QModelIndex &index : indexes) {
            if (const QString path = pathOf(valueAt(index)); !path.isEmpty())
                urls.append(QUrl::fromLocalFile(path));
        }
        if (urls.isEmpty())
            return nullptr;
        auto *data = new QMimeData;
        data->setUrls(urls);
        return data;
    }

protected:
    virtual QString keyOf(const T &value) const = 0;       // unique in a list
    virtual QString pathOf(const T &) const { return {}; } // empty: cannot be dragged

    void announce(int row, const QList<int> &roles) { Q_EMIT dataChanged(index(row), index(row), roles); }

private:
    void removeOthers(const QSet<QString> &wanted)
    {
        for (qsizetype row = m_values.size() - 1; row >= 0; --row) {
            if (wanted.contains(keyOf(m_values[row])))
                continue;
            qsizetype first = row;
            while (first > 0 && !wanted.contains(keyOf(m_values[first - 1])))
                --first;
            beginRemoveRows({}, int(first), int(row));
            m_values.remove(first, row - first + 1);
            endRemoveRows();
            row = first;
        }
    }

    // Everything before `row` is right, and the value is somewhere at or behind it.
    qsizetype place(const T &value, qsizetype row)
    {
        const QString key = keyOf(value);
        qsizetype from = row;
        while (keyOf(m_values[from]) != key)
            ++from;
        if (from != row) {
            beginMoveRows({}, int(from), int(from), {}, int(row));
            m_values.move(from, row);
            endMoveRows();
        }
        if (!(m_values[row] == value)) {
            m_values[row] = value;
            announce(int(row), {});
        }
        return row + 1;
    }

    // All the new values from `row` on, in one signal.
    qsizetype insertRun(const QList<T> &next, qsizetype row, const QSet<QString> &present)
    {
        qsizetype end = row + 1;
        while (end < next.size() && !present.contains(keyOf(next[end])))
            ++end;
        beginInsertRows({}, int(row), int(end - 1));
        m_values.insert(row, end - row, T{});
        std::copy(next.cbegin() + row, next.cbegin() + end, m_values.begin() + row);
        endInsertRows();
        return end;
    }

    QList<T> m_values;
};

} // namespace snug
