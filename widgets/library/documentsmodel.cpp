#include "widgets/library/documentsmodel.h"

#include "core/model/searchtext.h"
#include "widgets/theme/icons.h"

#include <algorithm>

namespace snug {

void DocumentsModel::setDocuments(const QList<LibraryDocument> &documents)
{
    if (documents == m_documents)
        return;
    beginResetModel();
    m_documents = documents;
    endResetModel();
}

QModelIndex DocumentsModel::indexOf(const DocumentKey &key) const
{
    const auto found = std::ranges::find(m_documents, key, &LibraryDocument::key);
    return found == m_documents.cend() ? QModelIndex() : index(int(found - m_documents.cbegin()), 0);
}

int DocumentsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_documents.size());
}

int DocumentsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : EffectColumn + 1;
}

QVariant DocumentsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LibraryDocument &document = m_documents[index.row()];
    if (role == SearchRole)
        return foldedForSearch(document.name);
    if (role == Qt::ToolTipRole)
        return document.problem.isEmpty() ? document.key.name : document.problem;
    if (role == Qt::DecorationRole && index.column() == NameColumn && !document.problem.isEmpty())
        return icon(IconName::Warning);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(index.column())) {
    case NameColumn:
        return document.name;
    case ContentColumn:
        return document.problem.isEmpty() ? document.content : tr("Cannot be read");
    case EffectColumn:
        //: column of a list: the document shapes the prompt now
        return document.isInEffect ? tr("In effect") : QString();
    }
    return {};
}

QVariant DocumentsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (Column(section)) {
    case NameColumn:
        return tr("Name");
    case ContentColumn:
        return tr("Contains");
    case EffectColumn:
        return tr("Use");
    }
    return {};
}

} // namespace snug
