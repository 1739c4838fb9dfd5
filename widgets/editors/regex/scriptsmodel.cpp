#include "widgets/editors/regex/scriptsmodel.h"

#include "core/library/rowdrag.h"

#include <QMimeData>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype ToolTipLength = 600;

}

static const QString RowsType = u"application/x-snug-script-rows"_s;

QString scriptTitle(const RegexScript &script)
{
    if (!script.name.isEmpty())
        return script.name;
    return script.find.isEmpty() ? ScriptsModel::tr("(no name)") : script.find;
}

void ScriptsModel::setTheme(const Theme &theme)
{
    m_theme = theme;
}

void ScriptsModel::setScripts(const QList<RegexScript> &scripts, const QSet<int> &marked)
{
    const qsizetype before = m_scripts.size();
    m_marked = marked;
    if (scripts.size() > before) {
        beginInsertRows({}, int(before), int(scripts.size() - 1));
        m_scripts = scripts;
        endInsertRows();
    } else if (scripts.size() < before) {
        beginRemoveRows({}, int(scripts.size()), int(before - 1));
        m_scripts = scripts;
        endRemoveRows();
    } else {
        m_scripts = scripts;
    }
    if (!m_scripts.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_scripts.size() - 1)));
}

int ScriptsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_scripts.size());
}

QVariant ScriptsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RegexScript &script = m_scripts[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        //: The dot says that it is not saved
        return m_marked.contains(index.row()) ? tr("%1 •").arg(scriptTitle(script)) : scriptTitle(script);
    case Qt::ToolTipRole:
        return script.find.left(ToolTipLength);
    case Qt::CheckStateRole:
        return script.disabled ? Qt::Unchecked : Qt::Checked;
    case Qt::ForegroundRole:
        return script.disabled ? QVariant(m_theme.textDim) : QVariant();
    default:
        return {};
    }
}

bool ScriptsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    Q_EMIT switched(index.row(), value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags ScriptsModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled |
           Qt::ItemNeverHasChildren;
}

QStringList ScriptsModel::mimeTypes() const
{
    return {RowsType};
}

QMimeData *ScriptsModel::mimeData(const QModelIndexList &indexes) const
{
    return rowsToMimeData(*this, indexes, RowsType);
}

bool ScriptsModel::dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int,
                                const QModelIndex &)
{
    const QList<int> rows = rowsFromMimeData(*this, data, RowsType);
    if (action != Qt::MoveAction || rows.isEmpty())
        return false;
    Q_EMIT dropped(rows, row < 0 ? rowCount() : row);
    return false; // whoever is told moves them; the view has nothing to remove
}

} // namespace snug
