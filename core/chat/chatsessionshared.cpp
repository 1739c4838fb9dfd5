// Replies to prompts that a template laid out: members of a group whose templates are the same answer in one
// request, and what comes is taken apart by the names in front of lines
// (docs/systems/hologram.md#replies-for-several).

#include "core/chat/chatsession.h"
#include "core/chat/sentenceend.h"
#include "core/prompt/stages/visibility.h"
#include "core/templates/replyparts.h"

using namespace Qt::StringLiterals;

namespace snug {

static bool isLaidOutByTemplate(const PromptInputs &inputs)
{
    if (inputs.textCompletion || !inputs.promptTemplate.engine)
        return false;
    return inputs.mode == PromptMode::Template ||
           (inputs.mode == PromptMode::Auto && inputs.promptTemplate.isOfCharacter);
}

// Exactly the same text: blanks matter.
static bool haveSameTemplate(const TemplateInputs &a, const TemplateInputs &b)
{
    return a.text.value_or(QString()) == b.text.value_or(QString()) && a.systemPrompt == b.systemPrompt &&
           a.historyRule == b.historyRule && a.isStrict == b.isStrict;
}

// Who of those still to speak replies in this request too.
void ChatSession::shareTemplate(PromptInputs &inputs, const SpeakerQueue &queue) const
{
    inputs.promptTemplate.repliesToo.clear();
    if (!inputs.group || inputs.type != GenerationType::Normal || inputs.knowledge.isEnabled ||
        !isLaidOutByTemplate(inputs))
        return;
    for (const MemberTurn &turn : queue.speakers) {
        if (turn.avatar == inputs.avatar)
            continue;
        PromptInputs other = inputs;
        m_hooks.inputsForSpeaker(other, turn.avatar);
        if (other.card && isLaidOutByTemplate(other) &&
            haveSameTemplate(other.promptTemplate, inputs.promptTemplate))
            inputs.promptTemplate.repliesToo.append(turn.avatar);
    }
}

// The next one who has not answered along with the last one.
std::optional<MemberTurn> ChatSession::nextOfRound()
{
    std::optional<MemberTurn> next = m_speaking.advance();
    while (next && m_sent && m_sent->inputs.promptTemplate.repliesToo.contains(next->avatar))
        next = m_speaking.advance();
    return next;
}

// What a reply becomes; nothing: nobody answers.
QList<Message> ChatSession::messagesOf(Reply reply) const
{
    const PromptInputs &sent = m_sent->inputs;
    const auto known = [&](const Message &message) { return messageWithKnown(message, sent.knowledge); };
    if (m_sent->prompt.mode != PromptMode::Template || m_plan.placement == ReplyPlan::Placement::Continue)
        return {known(storedMessage(m_plan.message(reply)))};
    if (m_stored) {
        reply.text = m_stored->texts.value(0, reply.text);
        reply.reasoning = m_stored->texts.value(1, reply.reasoning);
    }
    QList<ReplyPlan> plans{m_plan};
    QStringList names{m_plan.speaker.name};
    for (const QString &avatar : sent.promptTemplate.repliesToo) {
        PromptInputs other = sent;
        m_hooks.inputsForSpeaker(other, avatar);
        if (const auto plan = planReply(chat(), m_plan.type, other)) {
            plans.append(m_plan);
            plans.last().speaker = plan->speaker;
            names.append(plan->speaker.name);
        }
    }
    if (plans.size() == 1) {
        reply.text = withoutNamePrefixes(reply.text, names.first());
        return {known(m_plan.message(reply))};
    }
    if (isNoReply(reply.text))
        return {};
    const auto parts = splitReply(reply.text, names);
    if (!parts)
        return {known(m_plan.message(reply))};
    QList<Message> messages;
    for (const ReplyPart &part : *parts) {
        reply.text = part.content;
        messages.append(known(plans[part.speaker].message(reply)));
        reply.reasoning.clear(); // thought once
    }
    return messages;
}

// What the reply does to the chat; nothing if nothing came that is worth it.
UndoStep ChatSession::stepOf(const TurnState &turn) const
{
    if (!m_plan.isWorthKeeping(turn))
        return {};
    Reply reply = replyOf(turn, m_sentThrough.connection);
    reply.text = finishedReply(reply.text, turn, m_sent->inputs);
    reply.round = m_plan.round;
    reply.request = m_turn->recordId();
    const QList<Message> messages = messagesOf(reply);
    if (messages.isEmpty())
        return {};
    ChatChange change = m_plan.row < m_conversation.size()
                            ? replaceMessage(chat(), m_plan.row, messages.first())
                            : appendMessage(chat(), messages.first());
    if (change.kind() == ChatChange::Kind::Insert)
        change.insertedIds = {m_reply.id};
    if (const Json header = headerAfter(*m_sent); !header.isSameAs(chat().header))
        change.header = std::pair(chat().header, header);
    UndoStep step{m_plan.action, 1, {change}};
    if (messages.size() > 1) // behind the one that was under way
        step.changes.append({.index = m_conversation.size() + 1, .inserted = messages.sliced(1)});
    return step;
}

} // namespace snug
