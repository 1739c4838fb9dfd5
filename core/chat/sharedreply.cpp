#include "core/chat/sharedreply.h"

#include "core/prompt/frames/templatecontext.h"
#include "core/templates/replyparts.h"

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

QStringList sharersOf(const PromptInputs &inputs, const SpeakerQueue &queue,
                      const InputsForSpeaker &inputsForSpeaker)
{
    if (!inputs.group || inputs.type != GenerationType::Normal || inputs.knowledge.isEnabled ||
        !isLaidOutByTemplate(inputs))
        return {};
    QStringList sharers;
    PromptInputs own = inputs;
    own.promptTemplate.repliesToo.clear();
    for (const MemberTurn &turn : queue.speakers) {
        if (turn.avatar == inputs.avatar)
            continue;
        PromptInputs other = own;
        inputsForSpeaker(other, turn.avatar);
        if (other.card && isLaidOutByTemplate(other) &&
            haveSameTemplate(other.promptTemplate, own.promptTemplate))
            sharers.append(turn.avatar);
    }
    return sharers;
}

QList<Message> sharedMessages(Reply reply, const ReplyPlan &plan, const PromptInputs &sent, const Chat &chat,
                              const InputsForSpeaker &inputsForSpeaker)
{
    QList<ReplyPlan> plans{plan};
    QStringList names{plan.speaker.name};
    bool isTogether = sent.card && isFreeform(*sent.card);
    for (const QString &avatar : sent.promptTemplate.repliesToo) {
        PromptInputs other = sent;
        inputsForSpeaker(other, avatar);
        if (const auto others = planReply(chat, plan.type, other)) {
            plans.append(plan);
            plans.last().speaker = others->speaker;
            names.append(others->speaker.name);
            isTogether = isTogether || (other.card && isFreeform(*other.card));
        }
    }
    if (plans.size() == 1) {
        reply.text = withoutNamePrefixes(reply.text, names.first());
        return {plan.message(reply)};
    }
    if (isNoReply(reply.text))
        return {};
    const auto parts = isTogether ? std::nullopt : splitReply(reply.text, names);
    if (!parts)
        return {plan.message(reply)};
    QList<Message> messages;
    for (const ReplyPart &part : *parts) {
        reply.text = part.content;
        messages.append(plans[part.speaker].message(reply));
        reply.reasoning.clear(); // thought once
    }
    return messages;
}

} // namespace snug
