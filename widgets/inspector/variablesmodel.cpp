#include "widgets/inspector/variablesmodel.h"

#include "core/prompt/promptparts.h"

#include <QFont>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype shownLength = 300; // of a value: more does not fit into any cell

QString namesOf(const QList<VariableUse> &uses)
{
    QStringList names;
    for (const VariableUse &use : uses)
        names.append(thingName(use.source));
    return names.join(u", "_s);
}

} // namespace

void VariablesModel::setTheme(const Theme &theme)
{
    m_theme = theme;
    if (!m_variables.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void VariablesModel::setVariables(const QList<ListedVariable> &variables)
{
    const bool isSameRows = std::ranges::equal(
        variables, m_variables, [](const ListedVariable &left, const ListedVariable &right) {
            return left.scope == right.scope && left.name == right.name;
        });
    if (!isSameRows) {
        beginResetModel();
        m_variables = variables;
        endResetModel();
        return;
    }
    for (int row = 0; row < rowCount(); ++row) {
        if (m_variables.at(row) == variables.at(row))
            continue;
        m_variables[row] = variables.at(row);
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

QList<VariableUse> VariablesModel::uses(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    if (index.column() == SetByColumn)
        return variable(index.row()).setBy;
    return index.column() == ReadByColumn ? variable(index.row()).readBy : QList<VariableUse>();
}

int VariablesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_variables.size());
}

int VariablesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString VariablesModel::cell(const ListedVariable &variable, int column) const
{
    switch (column) {
    case NameColumn:
        return variable.name;
    case ScopeColumn:
        switch (variable.scope) {
        case ListedVariable::Scope::Chat:
            //: Where a variable counts
            return tr("this chat");
        case ListedVariable::Scope::Everywhere:
            //: Where a variable counts
            return tr("all chats");
        case ListedVariable::Scope::Template:
            //: Where a variable counts
            return tr("template");
        }
        return {};
    case StoredColumn:
        return variable.before.value_or(QString()).left(shownLength).simplified();
    case PromptColumn:
        return variable.after ? variable.after->left(shownLength).simplified() : tr("not set");
    case SetByColumn:
        return namesOf(variable.setBy);
    case ReadByColumn:
        return namesOf(variable.readBy);
    default:
        return {};
    }
}

QVariant VariablesModel::data(const QModelIndex &index, int role) const
{
    const ListedVariable &variable = m_variables.at(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return cell(variable, column);
    case Qt::EditRole:
        return column == StoredColumn ? variable.before.value_or(QString()) : cell(variable, column);
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                               cell(variable, column));
    case Qt::ForegroundRole:
        if (!uses(index).isEmpty())
            return m_theme.accent;
        return column == ScopeColumn || (column == PromptColumn && !variable.after) ? m_theme.textDim
                                                                                    : m_theme.text;
    case Qt::FontRole: {
        QFont font = m_theme.interfaceFont();
        font.setBold(column == PromptColumn && variable.after != variable.before && variable.isEditable());
        return font;
    }
    default:
        return {};
    }
}

QVariant VariablesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ScopeColumn:
        //: Where a variable counts: in this chat, in all chats, in a template
        return tr("Counts in");
    case StoredColumn:
        //: A variable's value as it is now
        return tr("Now");
    case PromptColumn:
        //: A variable's value once the prompt is made
        return tr("After this prompt");
    case SetByColumn:
        return tr("Set by");
    case ReadByColumn:
        return tr("Read by");
    default:
        return {};
    }
}

Qt::ItemFlags VariablesModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == StoredColumn && variable(index.row()).isEditable())
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool VariablesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const ListedVariable &now = variable(index.row());
    // An empty value that was never there stays away.
    if (value.toString() != now.before.value_or(QString()))
        Q_EMIT written(now, value.toString());
    return true;
}

} // namespace snug
