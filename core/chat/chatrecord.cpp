#include "core/chat/chatrecord.h"

#include "core/chat/checkpoint.h"

namespace snug {

ChatRecord::ChatRecord(Chat chat, ChatStore *store, bool hasFile, QObject *parent)
    : QObject(parent)
    , m_conversation(std::move(chat))
    , m_saver(std::make_unique<ChatSaver>(store, m_conversation.chat(), hasFile))
{
}

ChatRecord::ChatRecord(Chat chat, std::unique_ptr<ChatSaver> saver, QObject *parent)
    : QObject(parent)
    , m_conversation(std::move(chat))
    , m_saver(std::move(saver))
{
}

std::unique_ptr<ChatSaver> ChatRecord::releaseSaver()
{
    return std::exchange(m_saver, std::make_unique<ChatSaver>(nullptr, chat(), false));
}

QList<ChatChange> ChatRecord::apply(const QList<ChatChange> &changes)
{
    QList<ChatChange> applied;
    for (const ChatChange &change : changes) {
        if (change.isEmpty())
            continue;
        applied.append(m_conversation.apply(change));
        m_saver->save(chat(), applied.last());
        Q_EMIT changed(applied.last());
    }
    return applied;
}

bool ChatRecord::perform(UndoStep step, const Alongside &alongside)
{
    step.changes = apply(step.changes);
    if (step.changes.isEmpty())
        return false;
    keepCheckpoint(step);
    if (alongside) {
        const QList<ChatChange> made = step.changes;
        for (const ChatChange &change : made)
            step.changes += apply({alongside(chat(), change)});
    }
    m_history.push(std::move(step));
    return true;
}

void ChatRecord::add(UndoStep step)
{
    step.changes = apply(step.changes);
    m_history.push(std::move(step));
}

void ChatRecord::takeOver(const ChatChange &change)
{
    if (change.isEmpty())
        return;
    ChatChange made = m_conversation.apply(change);
    Q_EMIT changed(made);
    // A file's new name is nothing to take back: what is taken back from here on happens under that name.
    if (const auto name = std::exchange(made.name, std::nullopt))
        m_history.rename(name->first, name->second);
    m_history.push({UndoAction::Reload, 1, {made}});
}

void ChatRecord::keepCheckpoint(const UndoStep &step)
{
    if (const std::optional<Chat> copy = checkpointOf(step, chat()))
        m_saver->keepBeside(*copy);
}

UndoStep ChatRecord::undo()
{
    const UndoStep *last = m_history.last();
    const std::optional<Chat> checkpoint = last ? checkpointOf(*last, chat()) : std::nullopt;
    UndoStep step = m_history.undo();
    step.changes = apply(step.changes);
    for (const ChatChange &change : std::as_const(step.changes)) {
        // Leaving a branch by undo takes its file away; redo makes it again.
        if (step.action == UndoAction::Branch && change.name)
            m_saver->discard(change.name->first);
    }
    if (checkpoint)
        m_saver->discard(checkpoint->name);
    return step;
}

UndoStep ChatRecord::redo()
{
    UndoStep step = m_history.redo();
    step.changes = apply(step.changes);
    keepCheckpoint(step);
    return step;
}

} // namespace snug
