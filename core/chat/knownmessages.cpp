#include "core/chat/knownmessages.h"

#include "core/chat/chatmodel.h"
#include "core/prompt/knownto.h"

namespace snug {

void KnownMessages::setViewer(const QString &name)
{
    if (m_viewer == name)
        return;
    m_viewer = name;
    invalidateRowsFilter();
}

int KnownMessages::sourceRow(int row) const
{
    return mapToSource(index(row, 0)).row();
}

int KnownMessages::shownRow(int sourceRow) const
{
    return sourceModel() ? mapFromSource(sourceModel()->index(sourceRow, 0)).row() : -1;
}

int KnownMessages::shownFrom(int sourceRow) const
{
    int row = -1;
    for (int i = std::max(0, sourceRow); row < 0 && sourceModel() && i < sourceModel()->rowCount(); ++i)
        row = shownRow(i);
    return row;
}

int KnownMessages::shownUpTo(int sourceRow) const
{
    int row = -1;
    for (int i = sourceRow; row < 0 && i >= 0; --i)
        row = shownRow(i);
    return row;
}

int KnownMessages::keptCount() const
{
    return sourceModel() ? sourceModel()->rowCount() - rowCount() : 0;
}

bool KnownMessages::filterAcceptsRow(int sourceRow, const QModelIndex &parent) const
{
    if (m_viewer.isEmpty())
        return true;
    const QModelIndex row = sourceModel()->index(sourceRow, 0, parent);
    // What went wrong concerns the user, whomever they play.
    return isKnownTo(row.data(KnownToRole).toStringList(), m_viewer) || row.data(ErrorRole).isValid();
}

} // namespace snug
