// What assemblies ask of each message of a chat, found out once for all keys that follow. Handed in by the
// caller; it never changes a result, only the time.
#pragma once

#include "core/model/chat.h"

#include <QList>
#include <QMutex>
#include <QStringList>

#include <functional>
#include <memory>

namespace snug {

inline constexpr QChar hiddenThoughts = QChar(0x200b); // what SillyTavern once kept for them

// Places in Chat::messages, ascending.
struct ChatFacts
{
    QList<int> visible;      // that are not hidden
    QList<int> withFiles;    // files or captions, of visible ones
    QList<int> withThoughts; // of visible ones
    QList<int> withSummary;
    QList<int> withOpaque; // what a service wants back, of replies
    qsizetype userMessages = 0;
};
using ChatFactsPtr = std::shared_ptr<const ChatFacts>;

ChatFacts chatFacts(const QList<Message> &messages);
// Most messages have none, so it is asked before anything is read.
bool mayHaveAttachments(const Json &extra);

// A chat without the messages that somebody does not know.
struct SeenChat
{
    QList<Message> messages;
    QList<int> rows;   // where they stand in the file
    QStringList names; // of all who speak in the whole chat or take part
};
using SeenChatPtr = std::shared_ptr<const SeenChat>;

// Usable from any thread. It keeps the lists that it knows, so that the very same list is the very same chat.
class ChatCache
{
public:
    ChatFactsPtr factsOf(const QList<Message> &messages);
    // `by`: all that `make` goes by besides the messages.
    SeenChatPtr seen(const QList<Message> &messages, const QStringList &by,
                     const std::function<SeenChat()> &make);

private:
    template <typename T> struct Known
    {
        QList<Message> messages;
        QStringList by;
        std::shared_ptr<const T> value;
    };
    // The one asked for last stands first.
    template <typename T>
    std::shared_ptr<const T> valueOf(QList<Known<T>> &known, const QList<Message> &messages,
                                     const QStringList &by, const std::function<T()> &make);

    QMutex m_mutex;
    QList<Known<ChatFacts>> m_facts;
    QList<Known<SeenChat>> m_seen;
};
using ChatCachePtr = std::shared_ptr<ChatCache>;

} // namespace snug
