#include "core/memory/castscene.h"

#include "core/prompt/knownto.h"

namespace snug {

static bool isKnownToAll(const Message &message, const QStringList &cast)
{
    const QStringList known = knownTo(message);
    return known.isEmpty() || message.isNarrator() || std::ranges::all_of(cast, [&](const QString &name) {
               return name == message.name || isKnownTo(known, name);
           });
}

SceneSource castScene(const QList<Message> &messages, const QStringList &cast)
{
    SceneSource source;
    source.reserve(messages.size());
    for (const Message &message : messages)
        source.append(isKnownToAll(message, cast) ? std::optional(message) : std::nullopt);
    return source;
}

int privateMessagesIn(const QList<Message> &messages, const MessageRange &range, const QStringList &cast)
{
    int count = 0;
    for (qsizetype i = std::max(0, range.start); i <= range.end && i < messages.size(); ++i) {
        if (!messages.at(i).isHidden && !isKnownToAll(messages.at(i), cast))
            ++count;
    }
    return count;
}

} // namespace snug
