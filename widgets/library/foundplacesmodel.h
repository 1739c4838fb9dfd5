// What was found in the library's texts, as rows: under the name of each chat, character and lorebook its
// places.
#pragma once

#include "core/search/searchindex.h"

#include <QAbstractListModel>

namespace snug {

// A place as the user knows it.
struct FoundPlace
{
    FoundText text;
    QString title; // of the chat, the character, the lorebook
    QString facts; // "Mira Okafor, 21 Nov 2026", "Character"
    bool operator==(const FoundPlace &) const = default;
};

class FoundPlacesModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum DataRole {
        IsHeadingRole = Qt::UserRole + 1, // bool
        TitleRole,       // QString: of a heading its name, of a place who says it or what it is
        FactsRole,       // QString: of a heading; of a place which swipe
        MatchStartRole,  // int, in the display text
        MatchLengthRole, // int
    };

    using QAbstractListModel::QAbstractListModel;

    // In this order; those of one file together.
    void setPlaces(const QList<FoundPlace> &places);
    // Nothing for a heading.
    std::optional<FoundPlace> placeAt(const QModelIndex &index) const;
    QModelIndex indexOf(const FoundPlace &place) const;
    qsizetype count() const { return m_places.size(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        qsizetype place = 0;
        bool isHeading = false;
    };

    QList<FoundPlace> m_places;
    QList<Row> m_rows;
};

} // namespace snug
