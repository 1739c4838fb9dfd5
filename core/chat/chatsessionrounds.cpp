// One reply after the other without a word of the user's: the members of a group, and those who are told
// something in private.
#include "core/chat/autocontinue.h"
#include "core/chat/chatsession.h"
#include "core/chat/knowledgerecord.h"
#include "core/chat/repliers.h"
#include "core/chat/sharedreply.h"
#include "core/chat/turnfailure.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/knownto.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/stages/visibility.h"

namespace snug {

// In a group: the members' replies, one after the other

// With those who reply in the same request.
PromptInputs ChatSession::shared(PromptInputs inputs, const SpeakerQueue &queue) const
{
    inputs.promptTemplate.repliesToo = sharersOf(inputs, queue, m_hooks.inputsForSpeaker);
    return inputs;
}

// `ready`: these very inputs, and the first speaker's.
bool ChatSession::beginRound(const SpeakerQueue &queue, PromptInputs inputs,
                             const std::optional<PreparedPrompt> &ready)
{
    const std::optional<MemberTurn> first =
        m_speaking.begin(queue, m_hooks.now().toMSecsSinceEpoch(), inputs.isAsked);
    if (!first)
        return refuseRound(inputs);
    if (inputs.avatar != first->avatar)
        m_hooks.inputsForSpeaker(inputs, first->avatar);
    if (!begin(shared(std::move(inputs), queue), ready)) {
        endRound(false);
        return false;
    }
    m_upcoming.update(); // shows who comes after this one
    return true;
}

// Nobody can speak: a line in the transcript says why.
bool ChatSession::refuseRound(const PromptInputs &inputs)
{
    std::optional<ReplyPlan> plan = planOf(inputs);
    if (!plan)
        return false;
    m_speaker.clear();
    plan->speaker.name = inputs.group->settings.name;
    const bool isOfMessage = plan->row >= 0 && plan->row < conversation().size();
    const Error error = isOfMessage ? explainMemberGone(plan->base.name) : explainNobodyAnswers();
    if (isOfMessage)
        plan->row = conversation().size();
    m_run.refuse(*plan, m_record.reserveId(), error);
    return true;
}

// After a reply that came whole.
void ChatSession::continueRound()
{
    noteReply();
    const std::optional<MemberTurn> next = nextOfRound();
    if (!next) {
        if (!continuePrivately())
            endRound(true);
        return;
    }
    // Where the preview has this member's prompt, that is what goes out.
    const bool isShown = snapshot().avatar == next->avatar && m_upcoming.draft().isEmpty();
    PromptInputs inputs =
        isShown ? snapshot()
                : shared(m_upcoming.inputsFor(GenerationType::Normal, {}, next->avatar), m_speaking.coming());
    const std::optional<PreparedPrompt> ready = isShown ? m_upcoming.ready() : std::nullopt;
    inputs.isAsked = m_speaking.isAsked();
    fillEmptyText(inputs);
    if (!inputs.userText.isEmpty()) // before each member, as SillyTavern does it
        say(inputs);
    begin(inputs, ready);
    m_upcoming.update();
}

void ChatSession::endRound(bool byItself)
{
    const bool wasAsked = m_speaking.isAsked();
    m_speaking.end(byItself);
    if (!wasAsked)
        m_upcoming.update(); // what comes next is the user's again
}

// Before the next one speaks: a reply that is too short, more of it.
bool ChatSession::lengthen(const ArrivedReply &arrived)
{
    const bool hasAnsweredForOthers =
        m_run.lastSent() && !m_run.lastSent()->inputs.promptTemplate.repliesToo.isEmpty();
    if (!m_speaking.isGroup() || m_speaking.leastTokens() <= 0 || hasAnsweredForOthers ||
        !m_upcoming.draft().isEmpty() || chat().messages.isEmpty() || chat().messages.last().isUser)
        return false;
    const int tokens = messageTokens(snapshot().counter, chat().messages.last().text);
    return isToGoOn(arrived, tokens, m_speaking.leastTokens()) &&
           begin(m_upcoming.inputsFor(GenerationType::Continue, {}, m_speaker), {});
}

// The next one who has not answered along with the last one.
std::optional<MemberTurn> ChatSession::nextOfRound()
{
    std::optional<MemberTurn> next = m_speaking.advance();
    while (next && m_run.lastSent() &&
           m_run.lastSent()->inputs.promptTemplate.repliesToo.contains(next->avatar))
        next = m_speaking.advance();
    return next;
}

// The group goes on by itself, but does not interrupt who is writing.
void ChatSession::beginNextRound()
{
    if (reply().isUnderWay() || reply().hasFailed())
        return;
    PromptInputs inputs = m_upcoming.inputsFor(GenerationType::Normal, {});
    inputs.isAsked = false;
    if (!m_upcoming.draft().isEmpty() || !inputs.group)
        endRound(true);
    else
        beginRound(speakersFor(inputs, chat(), {}, true), inputs, {});
}

// Private replies

// A reply has come: whoever it tells something in private is asked next.
void ChatSession::noteReply()
{
    if (!m_run.lastSent() || chat().messages.isEmpty())
        return;
    const PromptInputs &inputs = m_run.lastSent()->inputs;
    const Message &last = chat().messages.last();
    m_chain.add({.sender = last.name,
                 .knownTo = knownTo(last),
                 .user = userOf(inputs),
                 .writer = inputs.scene.writer,
                 .names = namesInChat(chat(), inputs.scene.cast),
                 .isAddressed = !namesInTags(last.text, inputs.knowledge).isEmpty()},
                inputs.knowledge);
    Q_EMIT chainChanged();
}

// After the round of replies. False: nobody waits, or as many have answered as may.
bool ChatSession::continuePrivately()
{
    const PromptInputs now = m_upcoming.inputsFor(GenerationType::Normal, {});
    bool isBegun = false;
    while (!isBegun) {
        const std::optional<QString> name = m_chain.next(now.knowledge);
        if (!name)
            break;
        const QString avatar = memberNamed(now, *name);
        const bool isPlayed = now.group ? !avatar.isEmpty() : now.scene.cast.contains(*name);
        if (!isPlayed)
            continue;
        PromptInputs inputs = m_upcoming.inputsFor(GenerationType::Normal, {}, avatar);
        inputs.userText.clear(); // nobody has typed
        inputs.isAsked = false;
        if (!now.group)
            inputs.scene.replier = *name;
        isBegun = begin(inputs, {});
    }
    Q_EMIT chainChanged();
    return isBegun;
}

bool ChatSession::extendChain()
{
    if (reply().isUnderWay() || m_chain.waiting().isEmpty())
        return false;
    m_chain.extend();
    return continuePrivately();
}

void ChatSession::endChain()
{
    if (m_chain == PrivateChain())
        return;
    m_chain.clear();
    Q_EMIT chainChanged();
}

} // namespace snug
