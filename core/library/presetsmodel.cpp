#include "core/library/presetsmodel.h"

namespace snug {

QVariant PresetsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PresetSummary &preset = values()[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return preset.name;
    case Qt::ToolTipRole:
        return preset.problem ? preset.problem->line() : QString();
    case PromptsRole:
        return preset.prompts;
    case HasProblemRole:
        return preset.problem.has_value();
    default:
        return {};
    }
}

QHash<int, QByteArray> PresetsModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert({{NameRole, "name"}, {PromptsRole, "prompts"}, {HasProblemRole, "hasProblem"}});
    return names;
}

QString PresetsModel::pathOf(const PresetSummary &preset) const
{
    return m_folder.isEmpty() ? QString() : m_folder + u'/' + preset.name + u".json";
}

} // namespace snug
