// In which order characters and groups stand in their list, and which of them.
#pragma once

#include "widgets/library/castmodel.h"

#include <QCollator>
#include <QSortFilterProxyModel>

namespace snug {

enum class CastSort : quint8 { Name, LastChat, Newest, Longest };

class CastOrder : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    // `cast` outlives this.
    explicit CastOrder(CastModel *cast, QObject *parent = nullptr);

    void setSort(CastSort sort, bool favouritesFirst);
    CastSort sortedBy() const { return m_sort; }
    bool favouritesFirst() const { return m_favouritesFirst; }
    // Only those in whose texts it stands, and that have all of the tags; both in any letter case. Without
    // words, who is in a closed folder that is none of the tags is left out; with words everybody is found,
    // and no folder.
    void setWanted(const QString &words, const QStringList &tags);

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    bool hasTags(const CastEntry &entry) const; // all that are wanted
    QCollatorSortKey key(const QString &name) const;

    CastModel *m_cast;
    CastSort m_sort = CastSort::Name;
    bool m_favouritesFirst = true;
    QString m_words;
    QStringList m_tags;
    QCollator m_collator;
    mutable QHash<QString, QCollatorSortKey> m_keys; // comparing names themselves takes ten times as long
};

} // namespace snug
