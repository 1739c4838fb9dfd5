#include "core/chat/privatechain.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

using ReplyQueue = KnowledgeSettings::Queue;

static bool isUsers(const QString &name, const PrivateReply &reply)
{
    return name == reply.user || (!reply.writer.isEmpty() && name == reply.writer);
}

// Somebody else does.
static bool tellsUser(const PrivateReply &reply)
{
    return !isUsers(reply.sender, reply) &&
           std::ranges::any_of(reply.knownTo, [&](const QString &name) { return isUsers(name, reply); });
}

QStringList recipientsToAsk(const PrivateReply &reply, const KnowledgeSettings &settings)
{
    QStringList knownTo = reply.knownTo;
    if (!settings.isEnabled || knownTo.isEmpty() || !reply.isAddressed)
        return {};
    if (settings.queue == ReplyQueue::AllRecipients && tellsUser(reply))
        return {};
    const bool isFirstOnly = settings.queue == ReplyQueue::FirstOnly;
    if (isFirstOnly) {
        QStringList names = reply.names;
        names.sort();
        knownTo.sort();
        if (names == knownTo)
            return {};
    }
    QStringList asked;
    for (const QString &name : std::as_const(knownTo)) {
        if (name == reply.sender || name == u"tool")
            continue;
        if (isUsers(name, reply)) {
            if (settings.queue == ReplyQueue::AllRecipients)
                continue;
            break;
        }
        asked.append(name);
        if (isFirstOnly)
            break;
    }
    return asked;
}

void PrivateChain::clear()
{
    *this = {};
}

void PrivateChain::add(const PrivateReply &reply, const KnowledgeSettings &settings)
{
    if (!settings.autoTurn)
        return;
    if (settings.chainEnd == KnowledgeSettings::ChainEnd::PublicReply &&
        (reply.knownTo.isEmpty() || tellsUser(reply)))
        m_waiting.clear();
    m_waiting += recipientsToAsk(reply, settings);
}

std::optional<QString> PrivateChain::next(const KnowledgeSettings &settings)
{
    if (m_waiting.isEmpty() || isAtLimit(settings))
        return std::nullopt;
    ++m_rounds;
    return m_waiting.takeFirst();
}

} // namespace snug
