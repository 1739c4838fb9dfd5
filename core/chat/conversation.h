// A chat under way: its value, who its messages are, and the operations that change it.
//
// The operations are pure: they look at a chat and say what would change. What cannot be done
// (a row that is not there, a swipe that does not exist) is an empty change.
#pragma once

#include "core/chat/chatchange.h"

#include <QStringView>

#include <functional>

namespace snug {

// A chat whose messages keep an identity while it is open.
class Conversation
{
public:
    Conversation() = default;
    explicit Conversation(Chat chat);

    const Chat &chat() const { return m_chat; }
    qsizetype size() const { return m_chat.messages.size(); }
    quint64 idAt(qsizetype row) const { return m_ids.value(row); }
    // For a message that is announced before it is there.
    quint64 reserveId() { return m_nextId++; }

    // Does it and returns the change with its ids filled in. Ids that the change brings along stay.
    ChatChange apply(ChatChange change);

private:
    Chat m_chat;
    QList<quint64> m_ids;
    quint64 m_nextId = 1;
};

using TextExpansion = std::function<QString(const QString &)>;

bool hasRow(const Chat &chat, qsizetype row);

ChatChange insertMessages(const Chat &chat, qsizetype index, const QList<Message> &messages);
ChatChange appendMessage(const Chat &chat, const Message &message);
ChatChange removeMessages(const Chat &chat, qsizetype first, qsizetype count);
ChatChange replaceMessage(const Chat &chat, qsizetype row, const Message &message);

// Both the message and its active swipe. A signature that the provider put over the old text goes.
ChatChange editText(const Chat &chat, qsizetype row, const QString &text);
// Empty text removes the reasoning.
ChatChange editReasoning(const Chat &chat, qsizetype row, const QString &reasoning);
// is_system for all rows from first to last that have it otherwise.
ChatChange setHidden(const Chat &chat, qsizetype first, qsizetype last, bool hidden);
// Another alternative becomes the message: text, date, extra and generation times. A greeting's
// alternatives keep their macros in the file; `expand` makes the text that is shown and sent.
ChatChange selectSwipe(const Chat &chat, qsizetype row, int swipe, const TextExpansion &expand = {});

// One value of chat_metadata; Undefined removes it.
ChatChange setMetadata(const Chat &chat, const QString &key, const Json &value);
// Several of them in one change.
ChatChange setMetadata(const Chat &chat, const QList<Json::Member> &values);

// The chat up to and with `last` under another name: chat_metadata.main_chat names where it came
// from, chat_metadata.integrity is new. Messages stay as they are.
Chat branchOf(const Chat &chat, qsizetype last, const QString &name, const QString &integrity);
// The parent's message learns of its branch: extra.branches.
ChatChange linkBranch(const Chat &chat, qsizetype row, const QString &branchName);
// "<main> - Branch #N", the first number that `taken` does not have.
QString branchName(const QString &chatName, const std::function<bool(const QString &)> &taken);
// The same with another word for "Branch".
QString nameBeside(const QString &chatName, QStringView word,
                   const std::function<bool(const QString &)> &taken);
// From one value to another with as few rows touched as a common beginning and end allow.
ChatChange changeInto(const Chat &chat, const Chat &other);

} // namespace snug
