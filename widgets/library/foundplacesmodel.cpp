#include "widgets/library/foundplacesmodel.h"

#include <QHash>

namespace snug {

void FoundPlacesModel::setPlaces(const QList<FoundPlace> &places)
{
    if (places == m_places)
        return;
    beginResetModel();
    m_places = places;
    m_rows.clear();
    QHash<QString, QList<qsizetype>> ofFile;
    QStringList files;
    for (qsizetype i = 0; i < places.size(); ++i) {
        QList<qsizetype> &list = ofFile[places[i].text.file.path];
        if (list.isEmpty())
            files.append(places[i].text.file.path);
        list.append(i);
    }
    for (const QString &file : std::as_const(files)) {
        const QList<qsizetype> &list = ofFile[file];
        m_rows.append({.place = list.first(), .isHeading = true});
        for (const qsizetype place : list)
            m_rows.append({.place = place});
    }
    endResetModel();
}

std::optional<FoundPlace> FoundPlacesModel::placeAt(const QModelIndex &index) const
{
    if (!index.isValid() || !checkIndex(index) || m_rows[index.row()].isHeading)
        return {};
    return m_places[m_rows[index.row()].place];
}

QModelIndex FoundPlacesModel::indexOf(const FoundPlace &place) const
{
    for (qsizetype row = 0; row < m_rows.size(); ++row) {
        const FoundPlace &each = m_places[m_rows[row].place];
        if (!m_rows[row].isHeading && each.text.file == place.text.file &&
            each.text.place.row == place.text.place.row && each.text.place.swipe == place.text.place.swipe &&
            each.text.place.title == place.text.place.title)
            return index(int(row));
    }
    return {};
}

int FoundPlacesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant FoundPlacesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto [number, isHeading] = m_rows[index.row()];
    const FoundPlace &place = m_places[number];
    const SearchText &text = place.text.place;
    const QString swipe = text.swipe > 0 ? tr("Swipe %1").arg(text.swipe + 1) : QString();
    switch (role) {
    case IsHeadingRole:
        return isHeading;
    case TitleRole:
        return isHeading ? place.title : text.title;
    case FactsRole:
        return isHeading ? place.facts : swipe;
    case Qt::DisplayRole:
        return isHeading ? place.title : text.text;
    case Qt::AccessibleTextRole:
        //: a chat and whose it is; or who says it, and what
        return isHeading ? tr("%1, %2").arg(place.title, place.facts)
                         : tr("%1: %2").arg(text.title, text.text);
    case MatchStartRole:
        return place.text.matchStart;
    case MatchLengthRole:
        return place.text.matchLength;
    default:
        return {};
    }
}

Qt::ItemFlags FoundPlacesModel::flags(const QModelIndex &index) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return Qt::NoItemFlags;
    return m_rows[index.row()].isHeading ? Qt::ItemIsEnabled | Qt::ItemNeverHasChildren
                                         : QAbstractListModel::flags(index) | Qt::ItemNeverHasChildren;
}

} // namespace snug
