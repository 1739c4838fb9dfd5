// The chats of one character or group, for lists.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/valuelistmodel.h"

namespace snug {

class ChatsModel : public ValueListModel<ChatSummary>
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the name, Qt::ToolTipRole the last message or what is wrong with the file.
    enum DataRole {
        NameRole = Qt::UserRole + 1, // QString, identity in its folder
        MessagesRole,                // int
        LastTextRole,                // QString
        LastSendDateRole,            // QString, as spelt in the file
        ModifiedRole,                // QDateTime; sort by this, newest first
        HasProblemRole,              // bool
    };

    using ValueListModel::ValueListModel;
    // Where the files are.
    void setFolder(const QString &folder) { m_folder = folder; }

    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

protected:
    QString keyOf(const ChatSummary &chat) const override { return chat.name; }
    QString pathOf(const ChatSummary &chat) const override;

private:
    QString m_folder;
};

} // namespace snug
