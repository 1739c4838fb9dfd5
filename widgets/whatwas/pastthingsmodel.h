// What was deleted or replaced as a table, a thing a row.
#pragma once

#include "core/whatwas/pastthings.h"

#include <QAbstractTableModel>

namespace snug {

// "Character", "Lorebook"
QString pastKindName(PastThing::Kind kind);

class PastThingsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, KindColumn, EndColumn, WhenColumn, SizeColumn };
    enum Role {
        SortRole = Qt::UserRole, // what the column is ordered by
        SearchRole,              // of the row: its words, to find it by
        KindRole,                // of the row: PastThing::Kind as int
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setThings(const QList<PastThing> &things);
    const QList<PastThing> &things() const { return m_things; }
    PastThing thingAt(const QModelIndex &index) const { return m_things.value(index.row()); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    static QString nameOf(const PastThing &thing);

    QList<PastThing> m_things;
};

} // namespace snug
