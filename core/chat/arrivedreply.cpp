#include "core/chat/arrivedreply.h"

#include "core/chat/knowledgerecord.h"
#include "core/chat/sentenceend.h"

namespace snug {

QList<PlainScriptedText> ArrivedReply::textsForScripts() const
{
    if (!plan.isWorthKeeping(turn))
        return {};
    QList<PlainScriptedText> texts;
    if (plan.placement == ReplyPlan::Placement::Draft) {
        texts.append({.text = turn.text, .placement = RegexScript::Placement::UserInput});
    } else {
        Reply reply = replyOf(turn, connection);
        if (plan.placement == ReplyPlan::Placement::Continue) // only what is new is trimmed
            reply.text = finishedReply(reply.text, turn, sent.inputs);
        const Message message = plan.message(reply);
        texts.append({.text = message.text});
        texts.append({.text = message.reasoning(), .placement = RegexScript::Placement::Reasoning});
    }
    QList<RegexScript::Placement> placements;
    for (const PlainScriptedText &text : std::as_const(texts))
        placements.append(text.placement);
    return areTextsScripted(sent.inputs, ScriptPurpose::Store, placements) ? texts
                                                                           : QList<PlainScriptedText>();
}

ScriptedTexts ArrivedReply::withScripted(ScriptedTexts scripted) const
{
    if (plan.placement != ReplyPlan::Placement::Continue && !scripted.texts.isEmpty())
        scripted.texts[0] = finishedReply(scripted.texts[0], turn, sent.inputs);
    return scripted;
}

QString ArrivedReply::draft() const
{
    if (!plan.isWorthKeeping(turn))
        return plan.draft;
    return plan.draftWith(made ? made->texts.value(0, turn.text)
                               : finishedReply(turn.text, turn, sent.inputs));
}

Message ArrivedReply::scripted(Message message) const
{
    if (!made || made->texts.size() < 2)
        return message;
    const QString &text = made->texts.at(0);
    const QString &reasoning = made->texts.at(1);
    if (message.text == text && message.reasoning() == reasoning)
        return message;
    message.text = text;
    if (!message.swipes.isEmpty())
        message.swipes[message.activeSwipe].text = text;
    if (message.reasoning() != reasoning)
        message.extra.set(QStringLiteral("reasoning"), reasoning);
    dropReasoningSignature(message); // it was put over other text
    mirrorIntoActiveSwipe(message);
    return message;
}

QList<Message> ArrivedReply::messages(Reply reply, const Chat &chat,
                                      const InputsForSpeaker &inputsForSpeaker) const
{
    if (sent.prompt.mode != PromptMode::Template || plan.placement == ReplyPlan::Placement::Continue)
        return {scripted(plan.message(reply))};
    if (made) {
        reply.text = made->texts.value(0, reply.text);
        reply.reasoning = made->texts.value(1, reply.reasoning);
    }
    return sharedMessages(reply, plan, sent.inputs, chat, inputsForSpeaker);
}

UndoStep ArrivedReply::step(const Conversation &conversation, const InputsForSpeaker &inputsForSpeaker) const
{
    if (!plan.isWorthKeeping(turn))
        return {};
    const Chat &chat = conversation.chat();
    Reply reply = replyOf(turn, connection);
    reply.text = finishedReply(reply.text, turn, sent.inputs);
    reply.round = plan.round;
    reply.request = record;
    QList<Message> said = messages(reply, chat, inputsForSpeaker);
    if (said.isEmpty())
        return {};
    for (Message &message : said)
        message = messageWithKnown(std::move(message), sent.inputs.knowledge);
    ChatChange change = plan.row < conversation.size() ? replaceMessage(chat, plan.row, said.first())
                                                       : appendMessage(chat, said.first());
    if (change.kind() == ChatChange::Kind::Insert)
        change.insertedIds = {id};
    if (const Json header = headerAfter(chat, sent); !header.isSameAs(chat.header))
        change.header = std::pair(chat.header, header);
    UndoStep step{plan.action, 1, {change}};
    if (said.size() > 1) // behind the one that was under way
        step.changes.append({.index = conversation.size() + 1, .inserted = said.sliced(1)});
    return step;
}

} // namespace snug
