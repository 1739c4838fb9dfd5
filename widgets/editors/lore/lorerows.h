// The entries as the table lists them: sorted by any column, those that a filter let through.
#pragma once

#include <QSet>
#include <QSortFilterProxyModel>

#include <optional>

namespace snug {

class LoreEntriesModel;

class LoreRows : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LoreRows(LoreEntriesModel *entries, QObject *parent = nullptr);

    LoreEntriesModel *entries() const { return m_entries; }
    // Uids of those that are shown; nothing = all. New entries are shown in any case until the next filter.
    void setShown(const std::optional<QSet<int>> &uids);
    bool isFiltered() const { return m_shown.has_value(); }
    void alsoShow(const QList<int> &uids);

    // In the order of the book, all of them: then dragging makes sense.
    bool isInOwnOrder() const;

    int uidAt(int row) const;
    QModelIndex indexOf(int uid) const;

    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    LoreEntriesModel *m_entries;
    std::optional<QSet<int>> m_shown;
};

} // namespace snug
