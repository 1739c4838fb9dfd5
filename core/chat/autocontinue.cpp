#include "core/chat/autocontinue.h"

#include "core/chat/chatsession.h"
#include "core/prompt/messagecount.h"

#include <algorithm>

namespace snug {

static constexpr qsizetype usableLength = 5; // letters; a reply that brings no more has ended

int autoContinueLength(const Json &settings, bool completesText)
{
    const Json own = settings.value(u"power_user").value(u"auto_continue");
    const bool isOn =
        own.value(u"enabled").toBool() && (completesText || own.value(u"allow_chat_completions").toBool());
    return isOn ? std::max(0, own.value(u"target_length").toInt(400)) : 0;
}

bool isToGoOn(const ArrivedReply &arrived, int tokens, int length)
{
    const bool isMessage = arrived.plan.placement != ReplyPlan::Placement::Draft;
    return isMessage && arrived.turn.phase == TurnState::Phase::Finished && tokens < length &&
           javaScriptTrimmed(arrived.turn.text).size() > usableLength;
}

AutoContinue::AutoContinue(ChatSession &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    // When the session is done with the reply, whatever it does then.
    connect(&session, &ChatSession::replyChanged, this, &AutoContinue::sessionMoved, Qt::QueuedConnection);
}

void AutoContinue::setLength(int tokens)
{
    m_length = tokens;
    m_session.speaking().setLeastTokens(tokens);
}

void AutoContinue::sessionMoved()
{
    if (m_session.reply().isUnderWay()) {
        m_wasUnderWay = true;
        return;
    }
    if (!std::exchange(m_wasUnderWay, false) || m_length <= 0 || m_session.reply().hasFailed() ||
        !m_session.run().lastSent() || m_session.snapshot().group ||
        !m_session.upcoming().draft().isEmpty() || m_session.chat().messages.isEmpty())
        return;
    const Message &last = m_session.chat().messages.last();
    const ArrivedReply arrived = m_session.run().arrived();
    if (!last.isUser && isToGoOn(arrived, messageTokens(m_session.snapshot().counter, last.text), m_length))
        m_session.generate(GenerationType::Continue);
}

} // namespace snug
