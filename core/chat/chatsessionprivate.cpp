// Private messages in a session: who is asked for an answer, and what is stored of who knows what
// (docs/systems/gf-lt.md#known-to, docs/systems/gf-lt.md#private-replies).

#include "core/chat/chatsession.h"
#include "core/formats/knowledgesettings.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Whom the typed text is meant for; without one, the user's last message.
QStringList ChatSession::askedPrivately(const PromptInputs &inputs) const
{
    if (!inputs.knowledge.isEnabled || inputs.type != GenerationType::Normal)
        return {};
    PrivateReply said{.sender = writerOf(inputs), .knownTo = {}, .user = userOf(inputs)};
    said.writer = inputs.scene.writer;
    if (!inputs.userText.isEmpty()) {
        said.knownTo =
            knownToFromTags(inputs.userText, said.sender, inputs.knowledge).value_or(QStringList());
    } else if (!chat().messages.isEmpty() && chat().messages.last().isUser) {
        said.sender = chat().messages.last().name;
        said.knownTo = knownTo(chat().messages.last());
    }
    return recipientsToAsk(said, inputs.knowledge);
}

QString ChatSession::memberNamed(const PromptInputs &inputs, const QString &name)
{
    if (!inputs.group)
        return {};
    for (const GroupMember &member : inputs.group->members) {
        if (member.card.name == name)
            return member.avatar;
    }
    return {};
}

// In a scene on one card: whom the model plays, where the chat or the user says it.
void ChatSession::chooseReplier(PromptInputs &inputs) const
{
    if (!inputs.knowledge.isEnabled || inputs.group)
        return;
    const auto plays = [&](const QString &name) { return inputs.scene.cast.contains(name); };
    const bool goesOn = inputs.type == GenerationType::Swipe || inputs.type == GenerationType::Continue ||
                        inputs.type == GenerationType::Regenerate;
    if (goesOn && !chat().messages.isEmpty() && !chat().messages.last().isUser &&
        plays(chat().messages.last().name)) {
        inputs.scene.replier = chat().messages.last().name;
        return;
    }
    const QStringList told = askedPrivately(inputs);
    inputs.scene.replier = inputs.scene.asked;
    if (told.isEmpty() || told.contains(inputs.scene.asked)) {
        // Whom the user plays is not played by the model.
        const auto mayReply = [&](const QString &name) {
            return name != writerOf(inputs) && name != userOf(inputs);
        };
        const auto other = std::ranges::find_if(inputs.scene.cast, mayReply);
        if (!mayReply(replierOf(inputs)) && other != inputs.scene.cast.end())
            inputs.scene.replier = *other;
    } else if (const auto found = std::ranges::find_if(told, plays); found != told.end()) {
        inputs.scene.replier = *found;
    }
}

// The member who answers unless the group decides: one who is told in private, or whom the user asks.
QString ChatSession::memberToAnswer(const PromptInputs &inputs) const
{
    const QString asked = memberNamed(inputs, inputs.scene.asked);
    const QStringList told = askedPrivately(inputs);
    if (!asked.isEmpty() && (told.isEmpty() || told.contains(inputs.scene.asked)))
        return asked;
    for (const QString &name : told) {
        if (const QString member = memberNamed(inputs, name); !member.isEmpty())
            return member;
    }
    return {};
}

// Whom the user plays is not played by the model.
GroupInputs ChatSession::playedGroup(const PromptInputs &inputs)
{
    GroupInputs group = *inputs.group;
    if (!inputs.knowledge.isEnabled || inputs.scene.writer.isEmpty())
        return group;
    for (GroupMember &member : group.members)
        member.isMuted = member.isMuted || member.card.name == inputs.scene.writer;
    return group;
}

// With the list that its text asks for, in its active alternative too.
Message ChatSession::messageWithKnown(Message message, const KnowledgeSettings &settings)
{
    const Json before = message.extra;
    message = withKnownTo(std::move(message), settings);
    if (!message.extra.isSameAs(before))
        mirrorIntoActiveSwipe(message);
    return message;
}

// Nothing = the library's variables, as they are.
static Json globalVariablesRecord(const PreparedPrompt &sent)
{
    const Json changed = changedVariables(sent.inputs.globalVariables, sent.prompt.globalVariables);
    const QString key = recordKey(globalVariablesKey.toString(), sent.inputs);
    const bool isSaid = !changed.members().isEmpty() || sent.inputs.chat.metadata().contains(key);
    return sent.inputs.knowledge.isEnabled && isSaid ? changed : Json();
}

// With what the request that was sent leaves in the chat's own record, or in its viewer's.
Json ChatSession::headerAfter(const PreparedPrompt &sent) const
{
    Chat after = chat();
    for (const auto &[key, value] : {std::pair(u"variables"_s, sent.prompt.localVariables),
                                     std::pair(u"timedWorldInfo"_s, sent.prompt.timedLore),
                                     std::pair(globalVariablesKey.toString(), globalVariablesRecord(sent))}) {
        if (const auto header = setMetadata(after, recordKey(key, sent.inputs), value).header;
            header && !value.isUndefined())
            after.header = header->second;
    }
    return after.header;
}

// A tag that comes or goes with the edit changes who knows the message; a list that no tag has made stays.
ChatChange ChatSession::editedText(qsizetype row, const QString &text) const
{
    const KnowledgeSettings settings = m_hooks.inputs().knowledge;
    ChatChange change = editText(chat(), row, text);
    if (change.isEmpty() || !settings.isEnabled)
        return change;
    Message message = change.inserted.first();
    if (!namesInTags(text, settings).isEmpty())
        message = withKnownTo(std::move(message), settings);
    else if (!namesInTags(change.removed.first().text, settings).isEmpty())
        setKnownTo(message, {});
    mirrorIntoActiveSwipe(message);
    change.inserted.first() = message;
    return change;
}

bool ChatSession::setKnowledge(const KnowledgeOverrides &overrides)
{
    return perform(
        {UndoAction::Knowledge,
         1,
         {setMetadata(chat(), u"known_to"_s, knowledgeOverridesJson(chat().metadata(), overrides))}});
}

// A reply has come: whoever it tells something in private is asked next.
void ChatSession::noteReply()
{
    if (!m_sent || chat().messages.isEmpty())
        return;
    const PromptInputs &sent = m_sent->inputs;
    const Message &reply = chat().messages.last();
    m_chain.add({.sender = reply.name,
                 .knownTo = knownTo(reply),
                 .user = userOf(sent),
                 .writer = sent.scene.writer,
                 .names = namesInChat(chat(), sent.scene.cast)},
                sent.knowledge);
    Q_EMIT chainChanged();
}

// After the round of replies. False: nobody waits, or as many have answered as may.
bool ChatSession::continuePrivately()
{
    const PromptInputs now = inputsFor(GenerationType::Normal, {});
    bool isBegun = false;
    while (!isBegun) {
        const std::optional<QString> name = m_chain.next(now.knowledge);
        if (!name)
            break;
        const QString avatar = memberNamed(now, *name);
        const bool isPlayed = now.group ? !avatar.isEmpty() : now.scene.cast.contains(*name);
        if (!isPlayed)
            continue;
        PromptInputs inputs = inputsFor(GenerationType::Normal, {}, avatar);
        inputs.userText.clear(); // nobody has typed
        if (!now.group)
            inputs.scene.replier = *name;
        isBegun = begin(inputs, {});
    }
    Q_EMIT chainChanged();
    return isBegun;
}

bool ChatSession::extendChain()
{
    if (m_reply.isUnderWay() || m_chain.waiting().isEmpty())
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

// Whose prompt is shown

void ChatSession::lookAs(const QString &name)
{
    if (m_lookedAs == name)
        return;
    m_lookedAs = name;
    refresh();
}

// The snapshot becomes that of whom the user looks at; who really replies is kept.
void ChatSession::showLookedAs()
{
    m_replier = replierOf(m_snapshot);
    if (m_snapshot.group || !m_snapshot.scene.cast.contains(m_lookedAs) || !m_snapshot.knowledge.isEnabled)
        m_lookedAs.clear();
    if (!m_lookedAs.isEmpty())
        m_snapshot.scene.replier = m_lookedAs;
}

} // namespace snug
