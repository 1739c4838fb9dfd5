// The session in a group: the members' replies, one after the other.

#include "core/chat/chatsession.h"

#include <QCoreApplication>

namespace snug {

SpeakerQueue ChatSession::speakersFor(const PromptInputs &inputs, const QString &asked,
                                      bool isAutomatic) const
{
    const bool goesOn = inputs.type == GenerationType::Swipe || inputs.type == GenerationType::Continue ||
                        inputs.type == GenerationType::Regenerate;
    QString member = asked;
    if (member.isEmpty() && !isAutomatic && !goesOn && inputs.knowledge.isEnabled)
        member = memberToAnswer(inputs);
    return nextSpeakers(playedGroup(inputs), chat(),
                        {.type = inputs.type,
                         .userText = inputs.userText,
                         .asked = member,
                         .isAutomatic = isAutomatic,
                         .seed = inputs.seed});
}

// `ready`: these very inputs, and the first speaker's.
bool ChatSession::beginRound(const SpeakerQueue &queue, PromptInputs inputs,
                             const std::optional<PreparedPrompt> &ready)
{
    const std::optional<MemberTurn> first = m_speaking.begin(queue, m_hooks.now().toMSecsSinceEpoch());
    if (!first)
        return refuseRound(inputs);
    if (inputs.avatar != first->avatar)
        m_hooks.inputsForSpeaker(inputs, first->avatar);
    shareTemplate(inputs, queue);
    if (!begin(inputs, ready)) {
        m_speaking.end(false);
        return false;
    }
    refresh(); // shows who comes after this one
    return true;
}

// Nobody can speak: a line in the transcript says why.
bool ChatSession::refuseRound(const PromptInputs &inputs)
{
    const std::optional<ReplyPlan> plan = planReply(chat(), inputs.type, inputs);
    if (!plan)
        return false;
    m_plan = *plan;
    m_sent.reset();
    m_speaker.clear();
    m_reply.id = m_conversation.reserveId();
    m_plan.speaker.name = inputs.group->settings.name;
    Error error;
    if (m_plan.row >= 0 && m_plan.row < m_conversation.size()) {
        m_plan.row = m_conversation.size();
        //: %1 is a character's name
        error.what = QCoreApplication::translate("ChatSession", "%1 has left this group")
                         .arg(chat().messages.last().name);
        error.hint = QCoreApplication::translate(
            "ChatSession", "Add the card to the group again to get more replies from it.");
    } else {
        error.what = QCoreApplication::translate("ChatSession", "Nobody in this group can answer");
        error.hint =
            QCoreApplication::translate("ChatSession", "Add or unmute a member, or choose who speaks.");
    }
    failBeforeSending(error);
    return true;
}

// After a reply that came whole.
void ChatSession::continueRound()
{
    noteReply();
    const std::optional<MemberTurn> next = nextOfRound();
    if (!next) {
        if (!continuePrivately())
            m_speaking.end(true);
        return;
    }
    // Where the preview has this member's prompt, that is what goes out.
    if (m_snapshot.avatar == next->avatar && m_draft.isEmpty()) {
        const bool isReady = m_preview.current().generation == m_snapshotGeneration;
        begin(m_snapshot, isReady ? std::optional(m_preview.current()) : std::nullopt);
    } else {
        PromptInputs inputs = inputsFor(GenerationType::Normal, {}, next->avatar);
        shareTemplate(inputs, m_speaking.coming());
        begin(inputs, {});
    }
    refresh();
}

// The group goes on by itself, but does not interrupt who is writing.
void ChatSession::beginNextRound()
{
    if (m_reply.isUnderWay() || m_reply.hasFailed())
        return;
    const PromptInputs inputs = inputsFor(GenerationType::Normal, {});
    if (!m_draft.isEmpty() || !inputs.group)
        m_speaking.end(true);
    else
        beginRound(speakersFor(inputs, {}, true), inputs, {});
}

} // namespace snug
