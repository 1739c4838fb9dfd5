#include "core/chat/takeover.h"

namespace snug {

Chat mergedWithNewer(const Chat &now, const Chat &mine, const ReconciledChat &reconciled)
{
    const Chat &onDisk = reconciled.merge.chat;
    return now == mine ? onDisk : mergeChats(mine, now, onDisk).chat;
}

ChatChange takeOverChange(const Chat &now, const Chat &mine, const ReconciledChat &reconciled)
{
    return changeInto(now, mergedWithNewer(now, mine, reconciled));
}

QList<quint64> conflictIds(const Conversation &conversation, const QList<ChatConflict> &conflicts)
{
    const QList<Message> &messages = conversation.chat().messages;
    QList<quint64> ids;
    for (const ChatConflict &conflict : conflicts) {
        const qsizetype row =
            messages.value(conflict.row) == conflict.mine ? conflict.row : messages.indexOf(conflict.mine);
        ids.append(row < 0 ? 0 : conversation.idAt(row));
    }
    return ids;
}

} // namespace snug
