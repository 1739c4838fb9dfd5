#include "core/library/personasmodel.h"

#include "core/model/searchtext.h"

namespace snug {

namespace {

constexpr qsizetype PersonaToolTipLength = 200;

}

QVariant PersonasModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Persona &persona = values()[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return persona.name;
    case Qt::ToolTipRole:
        return persona.title.isEmpty() ? persona.description.left(PersonaToolTipLength) : persona.title;
    case AvatarRole:
        return persona.avatar;
    case TitleRole:
        return persona.title;
    case DescriptionRole:
        return persona.description;
    case PictureRole:
        return pathOf(persona);
    case LorebookRole:
        return persona.lorebook;
    case SearchRole:
        return foldedForSearch(persona.name + u'\n' + persona.title + u'\n' + persona.description);
    default:
        return {};
    }
}

QHash<int, QByteArray> PersonasModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert({{AvatarRole, "avatar"},
                  {NameRole, "name"},
                  {TitleRole, "title"},
                  {DescriptionRole, "description"},
                  {PictureRole, "picture"},
                  {LorebookRole, "lorebook"},
                  {SearchRole, "search"}});
    return names;
}

QString PersonasModel::pathOf(const Persona &persona) const
{
    return m_folder.isEmpty() || persona.avatar.isEmpty() ? QString() : m_folder + u'/' + persona.avatar;
}

} // namespace snug
