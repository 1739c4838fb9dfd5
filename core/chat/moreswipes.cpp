#include "core/chat/moreswipes.h"

#include "core/chat/chatsession.h"

namespace snug {

MoreSwipes::MoreSwipes(ChatSession &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    // When the session is done with the reply, whatever it does then.
    connect(&session, &ChatSession::replyChanged, this, &MoreSwipes::sessionMoved, Qt::QueuedConnection);
}

void MoreSwipes::begin(int count, qsizetype row)
{
    m_message = m_session.conversation().idAt(row);
    m_left = beginNext() ? count : 0;
}

// Wherever the message is by now.
bool MoreSwipes::beginNext()
{
    const Conversation &conversation = m_session.conversation();
    qsizetype row = conversation.size() - 1;
    while (row >= 0 && conversation.idAt(row) != m_message)
        --row;
    return row >= 0 && m_session.generate(GenerationType::Swipe, {.row = row});
}

void MoreSwipes::sessionMoved()
{
    if (m_session.reply().isUnderWay()) {
        m_wasUnderWay = true;
        return;
    }
    if (!std::exchange(m_wasUnderWay, false) || m_left <= 0)
        return;
    const UndoStep *last = m_session.record().history().last();
    const bool isWhole = !m_session.reply().hasFailed() && last && last->action == UndoAction::Swipe &&
                         m_session.run().arrived().turn.phase == TurnState::Phase::Finished;
    m_left = isWhole ? m_left - 1 : 0;
    if (m_left > 0 && !beginNext())
        m_left = 0;
}

} // namespace snug
