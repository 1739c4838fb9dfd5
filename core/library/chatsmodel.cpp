#include "core/library/chatsmodel.h"

namespace snug {

QVariant ChatsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ChatSummary &chat = values()[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return chat.name;
    case Qt::ToolTipRole:
        return chat.problem ? chat.problem->line() : chat.lastText;
    case MessagesRole:
        return chat.messages;
    case LastTextRole:
        return chat.lastText;
    case LastSendDateRole:
        return chat.lastSendDate;
    case ModifiedRole:
        return chat.modified;
    case HasProblemRole:
        return chat.problem.has_value();
    default:
        return {};
    }
}

QHash<int, QByteArray> ChatsModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert({{NameRole, "name"},
                  {MessagesRole, "messages"},
                  {LastTextRole, "lastText"},
                  {LastSendDateRole, "lastSendDate"},
                  {ModifiedRole, "modified"},
                  {HasProblemRole, "hasProblem"}});
    return names;
}

QString ChatsModel::pathOf(const ChatSummary &chat) const
{
    return m_folder.isEmpty() ? QString() : m_folder + u'/' + chat.name + u".jsonl";
}

} // namespace snug
