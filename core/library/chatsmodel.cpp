#include "core/library/chatsmodel.h"

#include "core/library/chattitle.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QVariant ChatsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ListedChat &chat = values()[index.row()];
    const ChatSummary &summary = chat.summary;
    switch (role) {
    case NameRole:
        return summary.name;
    case Qt::DisplayRole:
        return chatTitle(summary);
    case Qt::AccessibleTextRole:
        //: a chat's title, then when it was last written in and its length
        return tr("%1: %2").arg(chatTitle(summary), facts(chat));
    case FactsRole:
        return facts(chat);
    case PinnedRole:
        return chat.isPinned;
    case ArchivedRole:
        return chat.isArchived;
    case OpenRole:
        return m_open == chat.reference;
    case Qt::ToolTipRole:
        return summary.problem              ? summary.problem->line()
               : summary.lastText.isEmpty() ? summary.name
                                            : summary.name + u"\n"_s + summary.lastText;
    case SaidRole:
        return chat.said;
    case HasProblemRole:
        return summary.problem.has_value();
    default:
        return {};
    }
}

QString ChatsModel::facts(const ListedChat &chat) const
{
    QStringList facts;
    if (m_showsOwners)
        facts << (chat.owner.isEmpty() ? tr("Nobody's", "a chat that no group has") : chat.owner);
    if (chat.summary.problem) {
        facts << chat.summary.problem->what;
        return facts.join(u" · "_s);
    }
    if (chat.said.isValid())
        //: %1 is a day, %2 a time: "21 Nov 2026, 09:41"
        facts << tr("%1, %2").arg(QLocale().toString(chat.said.toLocalTime().date(), u"d MMM yyyy"_s),
                                  QLocale().toString(chat.said.toLocalTime().time(), u"HH:mm"_s));
    facts << tr("%Ln message(s)", nullptr, chat.summary.messages);
    if (chat.isArchived)
        facts << tr("archived", "of a chat");
    return facts.join(u" · "_s);
}

void ChatsModel::setOpen(const std::optional<ChatReference> &chat)
{
    if (chat == m_open)
        return;
    m_open = chat;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {OpenRole});
}

void ChatsModel::setShowsOwners(bool shows)
{
    if (shows == std::exchange(m_showsOwners, shows))
        return;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {FactsRole, Qt::AccessibleTextRole});
}

QModelIndex ChatsModel::indexOf(const ChatReference &chat) const
{
    const auto found = std::ranges::find(values(), chat, &ListedChat::reference);
    return found == values().cend() ? QModelIndex() : index(int(found - values().cbegin()));
}

} // namespace snug
