#include "core/library/lorebooksmodel.h"

namespace snug {

void LorebooksModel::setGlobalBooks(const QStringList &names)
{
    const QStringList before = std::exchange(m_global, names);
    for (int row = 0; row < rowCount(); ++row) {
        const QString &name = values()[row].name;
        if (before.contains(name) != m_global.contains(name))
            announce(row, {Qt::CheckStateRole, IsGlobalRole});
    }
}

QVariant LorebooksModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LorebookSummary &book = values()[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return book.name;
    case Qt::CheckStateRole:
        return m_global.contains(book.name) ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return book.problem ? book.problem->line() : QString();
    case EntriesRole:
        return book.entries;
    case IsGlobalRole:
        return m_global.contains(book.name);
    case HasProblemRole:
        return book.problem.has_value();
    default:
        return {};
    }
}

bool LorebooksModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole)
        return false;
    QStringList names = m_global;
    names.removeAll(values()[index.row()].name);
    if (value.value<Qt::CheckState>() == Qt::Checked)
        names.append(values()[index.row()].name);
    if (names == m_global)
        return true;
    setGlobalBooks(names);
    Q_EMIT globalBooksEdited(names);
    return true;
}

Qt::ItemFlags LorebooksModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = ValueListModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsUserCheckable : flags;
}

QHash<int, QByteArray> LorebooksModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert({{NameRole, "name"},
                  {EntriesRole, "entries"},
                  {IsGlobalRole, "isGlobal"},
                  {HasProblemRole, "hasProblem"}});
    return names;
}

QString LorebooksModel::pathOf(const LorebookSummary &book) const
{
    return m_folder.isEmpty() ? QString() : m_folder + u'/' + book.name + u".json";
}

} // namespace snug
