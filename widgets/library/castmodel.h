// Whom one can talk to: the characters and the groups of a library, and the model as itself, in one list.
#pragma once

#include "core/library/cardtags.h"
#include "core/library/librarycontents.h"
#include "core/library/valuelistmodel.h"

namespace snug {

struct CastEntry
{
    enum class Kind : quint8 {
        Character,
        Group,
        Model, // no character: always first, and only one
        Folder // a tag whose characters and groups are listed by going into it
    };

    Kind kind = Kind::Character;
    QString id; // the card's file, modelAloneFile(), the group's file without ".json", or the tag
    QString name;
    QString apart;   // its file, where that alone tells it from others of its name
    QString line;    // what the list says below the name
    QString picture; // absolute path; may be empty
    QString search;  // what typing finds, folded
    QList<CardTag> tags;
    QStringList lorebooks; // of a character, beside its card's own
    QDateTime modified;    // of the card's file
    QDateTime lastChat;    // when something was said last
    int length = 0;        // characters of what stands in every prompt
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
        EntryRole, // CastEntry
        OpenRole,  // the window shows a chat with them
    };

    using ValueListModel::ValueListModel;

    QVariant data(const QModelIndex &index, int role) const override;
    QModelIndex indexOf(CastEntry::Kind kind, const QString &id) const;
    void setOpen(CastEntry::Kind kind, const QString &id); // empty: nobody

    static CastEntry modelAlone();

    // Cards and groups as entries; `charactersFolder` is where the cards are.
    static QList<CastEntry> entries(const QList<CardSummary> &cards, const QList<GroupSummary> &groups,
                                    const QString &charactersFolder);

protected:
    // The model alone is a character to it: whose chats they are is said in the same words.
    QString keyOf(const CastEntry &entry) const override;
    QString pathOf(const CastEntry &entry) const override;

private:
    QString m_open; // key
};

} // namespace snug
