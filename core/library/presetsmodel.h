// The presets of a library, for lists.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/valuelistmodel.h"

namespace snug {

class PresetsModel : public ValueListModel<PresetSummary>
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the name, Qt::ToolTipRole what is wrong with the file, if anything.
    enum Role {
        NameRole = Qt::UserRole + 1, // QString, identity; sort and filter by this
        PromptsRole,                 // int, number of prompt blocks
        HasProblemRole,              // bool
    };

    using ValueListModel::ValueListModel;
    // Where the files are: LibraryLayout's presets folder.
    void setFolder(const QString &folder) { m_folder = folder; }

    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

protected:
    QString keyOf(const PresetSummary &preset) const override { return preset.name; }
    QString pathOf(const PresetSummary &preset) const override;

private:
    QString m_folder;
};

} // namespace snug
