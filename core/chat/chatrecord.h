// An open chat as it is kept: its messages, its file, and the steps that can be taken back.
#pragma once

#include "core/chat/chatsaver.h"
#include "core/chat/conversation.h"
#include "core/chat/undohistory.h"

#include <QObject>

#include <memory>

namespace snug {

class ChatRecord : public QObject
{
    Q_OBJECT

public:
    // What changes along with a change that the user made, in the same step.
    using Alongside = std::function<ChatChange(const Chat &changed, const ChatChange &change)>;

    // `store` may be null (nothing is kept) and outlives this.
    ChatRecord(Chat chat, ChatStore *store, bool hasFile, QObject *parent = nullptr);
    // `saver` knows what the chat's file holds.
    ChatRecord(Chat chat, std::unique_ptr<ChatSaver> saver, QObject *parent = nullptr);

    const Conversation &conversation() const { return m_conversation; }
    const Chat &chat() const { return m_conversation.chat(); }
    const UndoHistory &history() const { return m_history; }
    ChatSaver &saver() { return *m_saver; }
    // For who goes on saving when this is gone. What changes from here on is not kept.
    std::unique_ptr<ChatSaver> releaseSaver();
    quint64 reserveId() { return m_conversation.reserveId(); }

    // A step of the user's, with what goes along with it. False: it changes nothing.
    bool perform(UndoStep step, const Alongside &alongside = {});
    // A step that is only what it says.
    void add(UndoStep step);
    // What another program did, which is in the file already; it can be taken back.
    void takeOver(const ChatChange &change);
    // The step with the changes that were made; without any there is nothing to undo, or redo.
    UndoStep undo();
    UndoStep redo();

Q_SIGNALS:
    void changed(const snug::ChatChange &change);

private:
    QList<ChatChange> apply(const QList<ChatChange> &changes);
    void keepCheckpoint(const UndoStep &step);

    Conversation m_conversation;
    UndoHistory m_history;
    std::unique_ptr<ChatSaver> m_saver;
};

} // namespace snug
