// Chats, for lists: those of one character or group, or of all.
#pragma once

#include "core/library/listedchats.h"
#include "core/library/valuelistmodel.h"

namespace snug {

class ChatsModel : public ValueListModel<ListedChat>
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the title, Qt::ToolTipRole the last message or what is wrong with the file.
    enum DataRole {
        NameRole = Qt::UserRole + 1, // QString, identity in its folder
        SaidRole,                    // QDateTime, of the last message
        HasProblemRole,              // bool
        FactsRole,                   // QString: whose it is, when something was said last, how many messages
        PinnedRole,                  // bool, as the next ones
        ArchivedRole,
        OpenRole, // it is the one that the window shows
    };

    using ValueListModel::ValueListModel;
    void setOpen(const std::optional<ChatReference> &chat);
    // Whether FactsRole says whose chat it is.
    void setShowsOwners(bool shows);
    QModelIndex indexOf(const ChatReference &chat) const;

    QVariant data(const QModelIndex &index, int role) const override;

protected:
    QString keyOf(const ListedChat &chat) const override { return chat.path; }
    QString pathOf(const ListedChat &chat) const override { return chat.path; }

private:
    QString facts(const ListedChat &chat) const;

    std::optional<ChatReference> m_open;
    bool m_showsOwners = false;
};

} // namespace snug
