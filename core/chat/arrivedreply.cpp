#include "core/chat/arrivedreply.h"

#include "core/chat/knowledgerecord.h"
#include "core/chat/sentenceend.h"
#include "core/model/whitespace.h"

using namespace Qt::StringLiterals;

namespace snug {

bool ArrivedReply::isCleaned() const
{
    return snug::isCleaned(sent.inputs, sent.prompt.mode);
}

// What scripts begin with: the whole message, where a reply is continued.
CleanedReply ArrivedReply::unscripted(const QString &text) const
{
    if (isCleaned())
        return cleanedBeforeScripts(text, sent.inputs);
    return {text};
}

CleanedReply ArrivedReply::finished(const QString &text) const
{
    if (isCleaned())
        return cleanedAfterScripts(text, sent.inputs, turn.phase == TurnState::Phase::Finished);
    // Of a continued reply only what is new is trimmed, which has been done.
    return {plan.placement == ReplyPlan::Placement::Continue ? text : finishedReply(text, turn, sent.inputs)};
}

Reply ArrivedReply::reply() const
{
    Reply reply = replyOf(turn, connection);
    if (!isCleaned() && plan.placement == ReplyPlan::Placement::Continue)
        reply.text = finishedReply(reply.text, turn, sent.inputs);
    reply.round = plan.round;
    reply.request = record;
    return reply;
}

QList<PlainScriptedText> ArrivedReply::textsForScripts() const
{
    if (!plan.isWorthKeeping(turn))
        return {};
    QList<PlainScriptedText> texts;
    if (plan.placement == ReplyPlan::Placement::Draft) {
        texts.append({.text = unscripted(turn.text).text, .placement = RegexScript::Placement::UserInput});
    } else {
        const Message message = plan.message(reply());
        texts.append({.text = unscripted(message.text).text});
        texts.append({.text = message.reasoning(), .placement = RegexScript::Placement::Reasoning});
    }
    QList<RegexScript::Placement> placements;
    for (const PlainScriptedText &text : std::as_const(texts))
        placements.append(text.placement);
    return areTextsScripted(sent.inputs, ScriptPurpose::Store, placements) ? texts
                                                                           : QList<PlainScriptedText>();
}

CleanedReply ArrivedReply::stored(const QString &text) const
{
    CleanedReply before = unscripted(text);
    CleanedReply after = finished(made ? made->texts.value(0, before.text) : before.text);
    after.cut = before.cut + after.cut;
    return after;
}

QString ArrivedReply::ownReasoning(const Message &message) const
{
    return made ? made->texts.value(1, message.reasoning()) : message.reasoning();
}

std::optional<ThoughtfulReply> ArrivedReply::takenApart(const QString &stored,
                                                        const QString &ownReasoning) const
{
    const bool isWanted = isCleaned() && (ownReasoning.isEmpty() || !openThoughts(sent.inputs).isEmpty());
    return isWanted ? separatedReasoning(stored, sent.inputs) : std::nullopt;
}

QList<PlainScriptedText> ArrivedReply::thoughtsForScripts() const
{
    using enum RegexScript::Placement;
    if (!plan.isWorthKeeping(turn) || plan.placement == ReplyPlan::Placement::Draft ||
        !areTextsScripted(sent.inputs, ScriptPurpose::Store, {Reasoning}))
        return {};
    const Message message = plan.message(reply());
    const auto parts = takenApart(stored(message.text).text, ownReasoning(message));
    if (!parts || parts->reasoning.isEmpty())
        return {};
    return {{.text = parts->reasoning, .placement = Reasoning}};
}

QString ArrivedReply::draft() const
{
    if (!plan.isWorthKeeping(turn))
        return plan.draft;
    const QString kept = stored(turn.text).text;
    const auto parts = takenApart(kept, {}); // thoughts are no part of what the user would say
    return plan.draftWith(parts ? parts->text : kept);
}

// The message with the texts as they are kept, and with what was cut from them.
Message ArrivedReply::withStoredTexts(Message message) const
{
    CleanedReply kept = stored(message.text);
    QString reasoning = ownReasoning(message);
    if (const auto parts = takenApart(kept.text, reasoning)) {
        kept.text = parts->text;
        reasoning = madeThoughts ? madeThoughts->texts.value(0, parts->reasoning) : parts->reasoning;
    }
    if (!kept.cut.isEmpty()) {
        Json own = message.extra.value(u"snug");
        own.set(u"cut"_s, cutJson(kept.cut));
        message.extra.set(u"snug"_s, own);
    }
    if (kept.text == message.text && kept.cut.isEmpty() && reasoning == message.reasoning())
        return message;
    const bool isScripted =
        (made && made->texts.value(0) != unscripted(message.text).text) || reasoning != message.reasoning();
    if (isScripted) // it was put over other text
        dropReasoningSignature(message);
    if (const QList<OpaqueItem> items = opaqueOf(message); !items.isEmpty())
        setOpaque(message, fittingItems(items, message.text, kept.text));
    message.text = kept.text;
    if (!message.swipes.isEmpty())
        message.swipes[message.activeSwipe].text = kept.text;
    if (message.reasoning() != reasoning)
        message.extra.set(u"reasoning"_s, reasoning);
    mirrorIntoActiveSwipe(message);
    return message;
}

QList<Message> ArrivedReply::messages(Reply reply, const Chat &chat,
                                      const InputsForSpeaker &inputsForSpeaker) const
{
    if (sent.prompt.mode != PromptMode::Template || plan.placement == ReplyPlan::Placement::Continue)
        return {withStoredTexts(plan.message(reply))};
    reply.text = stored(reply.text).text;
    reply.opaque.clear(); // names go, and others' parts
    if (made)
        reply.reasoning = made->texts.value(1, reply.reasoning);
    return sharedMessages(reply, plan, sent.inputs, chat, inputsForSpeaker);
}

UndoStep ArrivedReply::step(const Conversation &conversation, const InputsForSpeaker &inputsForSpeaker) const
{
    if (!plan.isWorthKeeping(turn))
        return {};
    const Chat &chat = conversation.chat();
    QList<Message> said = messages(reply(), chat, inputsForSpeaker);
    if (said.isEmpty())
        return {};
    if (isBlank(said.first().text) && !isBlank(plan.base.text)) {
        // What cleaning or scripts left nothing of never takes the place of a text.
        if (plan.placement == ReplyPlan::Placement::Continue)
            return {};
        if (plan.placement == ReplyPlan::Placement::Replace) {
            ArrivedReply beside = *this;
            beside.plan.placement = ReplyPlan::Placement::Swipe;
            return beside.step(conversation, inputsForSpeaker);
        }
    }
    const bool isRecorded = sent.inputs.knowledge.isEnabled; // a long chat is not copied for nothing
    const QList<Message> before =
        isRecorded ? chat.messages.first(std::min(plan.row, chat.messages.size())) : QList<Message>();
    const bool isNew = plan.placement != ReplyPlan::Placement::Continue; // else it has its list
    for (Message &message : said)
        message = isNew ? replyWithKnown(std::move(message), before, sent.inputs.knowledge)
                        : messageWithKnown(std::move(message), sent.inputs.knowledge);
    ChatChange change = plan.row < conversation.size() ? replaceMessage(chat, plan.row, said.first())
                                                       : appendMessage(chat, said.first());
    if (change.kind() == ChatChange::Kind::Insert)
        change.insertedIds = {id};
    if (const Json header = headerAfter(chat, sent); !plan.isInside && !header.isSameAs(chat.header))
        change.header = std::pair(chat.header, header);
    UndoStep step{plan.action, 1, {change}};
    if (said.size() > 1) // behind the one that was under way
        step.changes.append({.index = conversation.size() + 1, .inserted = said.sliced(1)});
    return step;
}

} // namespace snug
