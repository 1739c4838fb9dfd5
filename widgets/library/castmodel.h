// Whom one can talk to: the characters and the groups of a library, in one list.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/valuelistmodel.h"

namespace snug {

struct CastEntry
{
    enum class Kind : quint8 { Character, Group };

    Kind kind = Kind::Character;
    QString id; // the card's file, or the group's file without ".json"
    QString name;
    QString line;    // what the list says below the name
    QString picture; // absolute path; may be empty
    QString search;  // what typing finds
    bool favourite = false;
    bool problem = false;
    bool operator==(const CastEntry &) const = default;
};

class CastModel : public ValueListModel<CastEntry>
{
    Q_OBJECT

public:
    enum DataRole {
        KindRole = Qt::UserRole + 1, // int of CastEntry::Kind
        IdRole,
        NameRole, // sort by this
        LineRole,
        PictureRole,
        SearchRole, // filter by this
        FavouriteRole,
        ProblemRole,
    };

    using ValueListModel::ValueListModel;

    QVariant data(const QModelIndex &index, int role) const override;
    QModelIndex indexOf(CastEntry::Kind kind, const QString &id) const;

    // Cards and groups as entries; `charactersFolder` is where the cards are.
    static QList<CastEntry> entries(const QList<CardSummary> &cards, const QList<GroupSummary> &groups,
                                    const QString &charactersFolder);

protected:
    QString keyOf(const CastEntry &entry) const override;
    QString pathOf(const CastEntry &entry) const override;
};

} // namespace snug
