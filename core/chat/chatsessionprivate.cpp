// Private messages in a session: who is asked for an answer, and what is stored of who knows what
// (conformance SPEC of gf-lt, sections 3 and 6).

#include "core/chat/chatsession.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

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

// In a scene on one card: whom the model plays, where the chat says it.
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
    const QStringList asked = askedPrivately(inputs);
    if (const auto found = std::ranges::find_if(asked, plays); found != asked.end())
        inputs.scene.replier = *found;
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

// After the round of replies: whoever was told something in private answers. False: nobody.
bool ChatSession::continuePrivately()
{
    if (!m_sent || chat().messages.isEmpty())
        return false;
    const PromptInputs sent = m_sent->inputs;
    const Message &reply = chat().messages.last();
    m_chain.add({.sender = reply.name,
                 .knownTo = knownTo(reply),
                 .user = userOf(sent),
                 .writer = sent.scene.writer,
                 .names = namesInChat(chat(), sent.scene.cast)},
                sent.knowledge);
    while (const std::optional<QString> name = m_chain.next(sent.knowledge)) {
        const QString avatar = memberNamed(sent, *name);
        const bool isPlayed = sent.group ? !avatar.isEmpty() : sent.scene.cast.contains(*name);
        if (!isPlayed)
            continue;
        PromptInputs inputs = inputsFor(GenerationType::Normal, {}, avatar);
        inputs.userText.clear(); // nobody has typed
        if (!sent.group)
            inputs.scene.replier = *name;
        return begin(inputs, {});
    }
    return false;
}

} // namespace snug
