// Which chat is open, and who plays whom in it: remembered for the next time.

#include "core/workspace/activecontent.h"

namespace snug {

void ActiveContent::setChatName(const QString &name)
{
    if (name != m_chatName)
        forgetPick(!m_chatName.isEmpty());
    const bool isOther = std::exchange(m_chatName, name) != name;
    if (!m_knowledge.hasParts()) {
        const ChatParts parts = m_choices.parts.value(openChatKey());
        m_knowledge.setParts(parts.writer, parts.asked);
    } else if (isOther) { // a branch, or the parts were chosen before the first message
        keepParts();
    }
    if (isOther)
        Q_EMIT changed();
}

void ActiveContent::keepParts()
{
    const QString chat = openChatKey();
    if (chat.isEmpty())
        return;
    if (m_knowledge.hasParts())
        m_choices.parts.insert(chat, {m_knowledge.writer(), m_knowledge.asked()});
    else
        m_choices.parts.remove(chat);
    Q_EMIT choicesChanged();
}

QString ActiveContent::openChatKey() const
{
    return chatKey(m_groupFile.isEmpty() ? m_cardFile : m_groupFile, m_chatName);
}

} // namespace snug
