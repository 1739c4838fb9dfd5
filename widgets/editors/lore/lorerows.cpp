#include "widgets/editors/lore/lorerows.h"

#include "core/library/loreentriesmodel.h"
#include "widgets/theme/icons.h"

namespace snug {

LoreRows::LoreRows(LoreEntriesModel *entries, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_entries(entries)
{
    setSourceModel(entries);
    // Sorting again at each edit would take the row away from under the user.
    setDynamicSortFilter(false);
}

void LoreRows::setShown(const std::optional<QSet<int>> &uids)
{
    if (m_shown == uids)
        return;
    m_shown = uids;
    invalidateRowsFilter();
}

void LoreRows::alsoShow(const QList<int> &uids)
{
    if (!m_shown)
        return;
    for (const int uid : uids)
        m_shown->insert(uid);
    invalidateRowsFilter();
}

bool LoreRows::isInOwnOrder() const
{
    return !isFiltered() && (sortColumn() < 0 || (sortColumn() == LoreEntriesModel::PlaceColumn &&
                                                  sortOrder() == Qt::AscendingOrder));
}

int LoreRows::uidAt(int row) const
{
    const QModelIndex found = index(row, 0);
    return found.isValid() ? found.data(LoreEntriesModel::UidRole).toInt() : -1;
}

QModelIndex LoreRows::indexOf(int uid) const
{
    return mapFromSource(m_entries->indexOf(uid));
}

QVariant LoreRows::data(const QModelIndex &index, int role) const
{
    const bool isTitle = index.column() == LoreEntriesModel::TitleColumn;
    if (isTitle && (role == Qt::DecorationRole || role == Qt::ToolTipRole)) {
        const QString finding = QSortFilterProxyModel::data(index, LoreEntriesModel::FindingRole).toString();
        if (role == Qt::DecorationRole)
            return finding.isEmpty() ? QVariant() : icon(IconName::Warning);
        if (!finding.isEmpty())
            return finding;
    }
    return QSortFilterProxyModel::data(index, role);
}

Qt::ItemFlags LoreRows::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QSortFilterProxyModel::flags(index);
    return isInOwnOrder() ? flags : flags & ~(Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled);
}

bool LoreRows::filterAcceptsRow(int row, const QModelIndex &) const
{
    return !m_shown || m_shown->contains(m_entries->index(row, 0).data(LoreEntriesModel::UidRole).toInt());
}

// Equal ones by their place, so that every order is one.
bool LoreRows::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (left.column() == LoreEntriesModel::PlaceColumn)
        return left.row() < right.row();
    const QVariant a = m_entries->data(left, LoreEntriesModel::SortRole);
    const QVariant b = m_entries->data(right, LoreEntriesModel::SortRole);
    if (a.typeId() == QMetaType::QString) {
        const int order = a.toString().compare(b.toString(), Qt::CaseInsensitive);
        return order != 0 ? order < 0 : left.row() < right.row();
    }
    const double first = a.toDouble();
    const double second = b.toDouble();
    return first != second ? first < second : left.row() < right.row();
}

} // namespace snug
