#include "widgets/library/castorder.h"

#include "core/model/searchtext.h"
#include "widgets/library/castfolders.h"

#include <algorithm>

namespace snug {

CastOrder::CastOrder(CastModel *cast, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_cast(cast)
{
    setSourceModel(cast);
    QSortFilterProxyModel::sort(0);
}

void CastOrder::setSort(CastSort sort, bool favouritesFirst)
{
    m_sort = sort;
    m_favouritesFirst = favouritesFirst;
    invalidate();
}

void CastOrder::setWanted(const QString &words, const QStringList &tags)
{
    m_words = foldedForSearch(words);
    m_tags = tags;
    invalidateFilter();
}

// As the user's language orders names, whatever their case (the C locale would put all capitals first).
// A copy, which shares: a reference would not outlive the next name that is new.
QCollatorSortKey CastOrder::key(const QString &name) const
{
    auto found = m_keys.constFind(name);
    if (found == m_keys.cend())
        found = m_keys.insert(name, m_collator.sortKey(name.toCaseFolded()));
    return *found;
}

bool CastOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const CastEntry &a = m_cast->values()[left.row()];
    const CastEntry &b = m_cast->values()[right.row()];
    if (a.kind != b.kind && (a.kind == CastEntry::Kind::Model || b.kind == CastEntry::Kind::Model))
        return a.kind == CastEntry::Kind::Model;
    if (a.kind != b.kind && (a.kind == CastEntry::Kind::Folder || b.kind == CastEntry::Kind::Folder))
        return a.kind == CastEntry::Kind::Folder;
    if (m_favouritesFirst && a.favourite != b.favourite)
        return a.favourite;
    switch (m_sort) {
    case CastSort::Name:
        break;
    case CastSort::LastChat:
        if (a.lastChat != b.lastChat)
            return !b.lastChat.isValid() || (a.lastChat.isValid() && a.lastChat > b.lastChat);
        break;
    case CastSort::Newest:
        if (a.modified != b.modified)
            return !b.modified.isValid() || (a.modified.isValid() && a.modified > b.modified);
        break;
    case CastSort::Longest:
        if (a.length != b.length)
            return a.length > b.length;
        break;
    }
    const int byName = key(a.name).compare(key(b.name));
    return byName != 0 ? byName < 0 : a.id < b.id;
}

bool CastOrder::filterAcceptsRow(int row, const QModelIndex &) const
{
    const CastEntry &entry = m_cast->values()[row];
    if (entry.kind == CastEntry::Kind::Folder) {
        return m_words.isEmpty() && !m_tags.contains(entry.id, Qt::CaseInsensitive) &&
               std::ranges::any_of(m_cast->values(), [&](const CastEntry &inside) {
                   return inside.kind != CastEntry::Kind::Folder && hasTag(inside, entry.id) &&
                          hasTags(inside) && !isPutAway(inside, m_tags + QStringList{entry.id});
               });
    }
    return entry.search.contains(m_words) && hasTags(entry) &&
           (!m_words.isEmpty() || !isPutAway(entry, m_tags));
}

bool CastOrder::hasTags(const CastEntry &entry) const
{
    return std::ranges::all_of(m_tags, [&](const QString &tag) { return hasTag(entry, tag); });
}

} // namespace snug
