// Who the user can be, for lists.
#pragma once

#include "core/library/valuelistmodel.h"
#include "core/model/persona.h"

namespace snug {

class PersonasModel : public ValueListModel<Persona>
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the name, Qt::ToolTipRole the title or the beginning of the description.
    enum Role {
        AvatarRole = Qt::UserRole + 1, // QString, identity
        NameRole,                      // QString; sort by this
        TitleRole,                     // QString
        DescriptionRole,               // QString
        PictureRole,                   // QString, absolute path
        LorebookRole,                  // QString
        SearchRole,                    // QString: name, title and description, folded; filter by this
    };

    using ValueListModel::ValueListModel;
    // Where the pictures are: LibraryLayout's avatars folder.
    void setFolder(const QString &folder) { m_folder = folder; }

    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

protected:
    QString keyOf(const Persona &persona) const override { return persona.avatar; }
    QString pathOf(const Persona &persona) const override;

private:
    QString m_folder;
};

} // namespace snug
