#include "core/chat/privatechain.h"

using namespace Qt::StringLiterals;

namespace snug {

QStringList recipientsToAsk(const PrivateReply &reply, const KnowledgeSettings &settings)
{
    QStringList knownTo = reply.knownTo;
    if (!settings.isEnabled || knownTo.isEmpty())
        return {};
    const bool isFirstOnly = settings.queue == KnowledgeSettings::Queue::FirstOnly;
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
        if (name == reply.user || (!reply.writer.isEmpty() && name == reply.writer))
            break;
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
    if (settings.autoTurn)
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
