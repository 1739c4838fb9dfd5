// What the user does to the chat as it stands: steps that can be taken back.

#include "core/chat/chatsession.h"

namespace snug {

QList<ChatChange> ChatSession::applyAll(const QList<ChatChange> &changes)
{
    QList<ChatChange> applied;
    for (const ChatChange &change : changes) {
        if (change.isEmpty())
            continue;
        applied.append(m_conversation.apply(change));
        m_saver.save(chat(), applied.last());
        Q_EMIT changed(applied.last());
    }
    return applied;
}

bool ChatSession::perform(UndoStep step)
{
    if (m_reply.hasFailed())
        showReply({});
    step.changes = applyAll(step.changes);
    if (step.changes.isEmpty())
        return false;
    if (m_hooks.alongside) {
        const QList<ChatChange> made = step.changes;
        for (const ChatChange &change : made)
            step.changes += applyAll({m_hooks.alongside(chat(), change)});
    }
    m_history.push(std::move(step));
    refresh();
    Q_EMIT historyChanged();
    return true;
}

bool ChatSession::setHidden(qsizetype first, qsizetype last, bool hidden)
{
    if (m_reply.row >= first && m_reply.row <= last)
        makeRoom(m_reply.row, false);
    const ChatChange change = snug::setHidden(chat(), first, last, hidden);
    return perform({hidden ? UndoAction::Hide : UndoAction::Unhide, int(change.count()), {change}});
}

bool ChatSession::remove(qsizetype first, qsizetype count)
{
    makeRoom(first, true);
    const ChatChange change = removeMessages(chat(), first, count);
    return perform({UndoAction::Delete, int(change.count()), {change}});
}

bool ChatSession::change(UndoAction action, const QList<ChatChange> &changes)
{
    qsizetype count = 0;
    for (const ChatChange &change : changes) {
        if (m_reply.row >= change.index && m_reply.row < change.index + change.count())
            makeRoom(m_reply.row, false);
        count += change.count();
    }
    return perform({action, int(count), changes});
}

} // namespace snug
