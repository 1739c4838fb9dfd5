#include "core/prompt/chatfacts.h"

#include "core/formats/jsonlines.h"

#include <algorithm>
#include <array>

namespace snug {

// A chat, what one who takes part sees of it, and what all readers of a text see.
static constexpr qsizetype mostChats = 4;

static constexpr std::array<QByteArrayView, 6> attachmentKeys{"files", "file",  "title",
                                                              "media", "image", "video"};
static constexpr std::array<QByteArrayView, 9> keysThatCount{"files", "file",      "title",  "media", "image",
                                                             "video", "reasoning", "memory", "snug"};

bool mayHaveAttachments(const Json &extra)
{
    return mayContainAny(extra, attachmentKeys);
}

ChatFacts chatFacts(const QList<Message> &messages)
{
    ChatFacts facts;
    facts.visible.reserve(messages.size());
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const Message &message = messages.at(i);
        const int row = static_cast<int>(i);
        facts.userMessages += message.isUser ? 1 : 0;
        if (!message.isHidden)
            facts.visible.append(row);
        // Of most messages of a long chat nothing is read; what is stays awake, for the next list of
        // messages.
        if (!mayContainAny(message.extra, keysThatCount))
            continue;
        if (!message.isHidden && mayHaveAttachments(message.extra))
            facts.withFiles.append(row);
        const QString thoughts = message.isHidden ? QString() : message.reasoning();
        if (!thoughts.isEmpty() && thoughts != hiddenThoughts)
            facts.withThoughts.append(row);
        if (!message.extra.value(u"memory").toText().isEmpty())
            facts.withSummary.append(row);
        if (!message.isUser && message.extra.value(u"snug").contains(u"opaque"))
            facts.withOpaque.append(row);
    }
    return facts;
}

template <typename T>
std::shared_ptr<const T> ChatCache::valueOf(QList<Known<T>> &known, const QList<Message> &messages,
                                            const QStringList &by, const std::function<T()> &make)
{
    {
        const QMutexLocker locker(&m_mutex);
        for (qsizetype i = 0; i < known.size(); ++i) {
            if (!known.at(i).messages.isSharedWith(messages) || known.at(i).by != by)
                continue;
            known.move(i, 0);
            return known.first().value;
        }
    }
    auto value = std::make_shared<const T>(make());
    const QMutexLocker locker(&m_mutex);
    known.prepend({messages, by, value});
    if (known.size() > mostChats)
        known.removeLast();
    return value;
}

ChatFactsPtr ChatCache::factsOf(const QList<Message> &messages)
{
    return valueOf<ChatFacts>(m_facts, messages, {}, [&] { return chatFacts(messages); });
}

SeenChatPtr ChatCache::seen(const QList<Message> &messages, const QStringList &by,
                            const std::function<SeenChat()> &make)
{
    return valueOf<SeenChat>(m_seen, messages, by, make);
}

} // namespace snug
