#include "core/prompt/chatfacts.h"

#include "core/formats/jsonlines.h"

#include <algorithm>
#include <array>

namespace snug {

// A chat, what one who takes part sees of it, and what all readers of a text see.
static constexpr qsizetype mostChats = 4;

bool mayHaveAttachments(const Json &extra)
{
    constexpr std::array<QByteArrayView, 6> keys{"files", "file", "title", "media", "image", "video"};
    return std::ranges::any_of(keys, [&](QByteArrayView key) { return mayContain(extra, key); });
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
        if (!message.isHidden && mayHaveAttachments(message.extra))
            facts.withFiles.append(row);
        const bool mayThink = !message.isHidden && mayContain(message.extra, "reasoning");
        const bool maySum = mayContain(message.extra, "memory");
        const bool mayGoBack = !message.isUser && mayContain(message.extra, "snug");
        if (!mayThink && !maySum && !mayGoBack)
            continue;
        const Json extra = readAnew(message.extra); // of a hundred thousand messages, few are sent
        const QString thoughts = mayThink ? extra.value(u"reasoning").toText() : QString();
        if (!thoughts.isEmpty() && thoughts != hiddenThoughts)
            facts.withThoughts.append(row);
        if (maySum && !extra.value(u"memory").toText().isEmpty())
            facts.withSummary.append(row);
        if (mayGoBack && extra.value(u"snug").contains(u"opaque"))
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
