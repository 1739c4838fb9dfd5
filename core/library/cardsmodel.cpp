#include "core/library/cardsmodel.h"

namespace snug {

namespace {

constexpr qsizetype CardToolTipLength = 600;

}

QVariant CardsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CardSummary &card = values()[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return card.name;
    case Qt::ToolTipRole:
        return card.problem ? card.problem->line() : card.creatorNotes.left(CardToolTipLength);
    case FileRole:
        return card.file;
    case CreatorRole:
        return card.creator;
    case TagsRole:
        return card.tags;
    case FavouriteRole:
        return card.favourite;
    case ModifiedRole:
        return card.modified;
    case PictureRole:
        return pathOf(card);
    case HasProblemRole:
        return card.problem.has_value();
    case SearchRole:
        return QString(card.name + u'\n' + card.creator + u'\n' + card.tags.join(u'\n'));
    default:
        return {};
    }
}

QHash<int, QByteArray> CardsModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert({{FileRole, "file"},
                  {NameRole, "name"},
                  {CreatorRole, "creator"},
                  {TagsRole, "tags"},
                  {FavouriteRole, "favourite"},
                  {ModifiedRole, "modified"},
                  {PictureRole, "picture"},
                  {HasProblemRole, "hasProblem"},
                  {SearchRole, "search"}});
    return names;
}

QString CardsModel::pathOf(const CardSummary &card) const
{
    return m_folder.isEmpty() ? QString() : m_folder + u'/' + card.file;
}

} // namespace snug
