#include "core/chat/repliers.h"

#include "core/chat/privatechain.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

namespace snug {

// These are about what was last said, whoever would come next.
static bool goesOn(GenerationType type)
{
    return type == GenerationType::Swipe || type == GenerationType::Continue ||
           type == GenerationType::Regenerate;
}

QStringList askedPrivately(const PromptInputs &inputs, const Chat &chat)
{
    if (!inputs.knowledge.isEnabled || inputs.type != GenerationType::Normal)
        return {};
    PrivateReply said{.sender = writerOf(inputs), .knownTo = {}, .user = userOf(inputs)};
    said.writer = inputs.scene.writer;
    if (!inputs.userText.isEmpty()) {
        said.knownTo =
            knownToFromTags(inputs.userText, said.sender, inputs.knowledge).value_or(QStringList());
    } else if (!chat.messages.isEmpty() && chat.messages.last().isUser) {
        said.sender = chat.messages.last().name;
        said.knownTo = knownTo(chat.messages.last());
    }
    return recipientsToAsk(said, inputs.knowledge);
}

void chooseReplier(PromptInputs &inputs, const Chat &chat)
{
    if (!inputs.knowledge.isEnabled || inputs.group)
        return;
    const auto plays = [&](const QString &name) { return inputs.scene.cast.contains(name); };
    if (goesOn(inputs.type) && !chat.messages.isEmpty() && !chat.messages.last().isUser &&
        plays(chat.messages.last().name)) {
        inputs.scene.replier = chat.messages.last().name;
        return;
    }
    const QStringList told = askedPrivately(inputs, chat);
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

PromptInputs wished(PromptInputs inputs, const ReplyWish &wish)
{
    if (inputs.type == GenerationType::Normal) { // nobody has typed
        inputs.userText.clear();
        inputs.isAsked = false;
    }
    if (!wish.hint.isEmpty())
        inputs.quietPrompt = wish.hint;
    if (wish.guest && !inputs.group) {
        inputs.card = wish.guest->card;
        inputs.avatar = wish.guest->avatar;
        inputs.scene.replier.clear();
    }
    return inputs;
}

void fillEmptyText(PromptInputs &inputs)
{
    if (inputs.isAsked && inputs.type == GenerationType::Normal && inputs.userText.isEmpty() &&
        inputs.preset && !inputs.textCompletion)
        inputs.userText = inputs.preset->sendIfEmpty.trimmed();
}

QString memberNamed(const PromptInputs &inputs, const QString &name)
{
    if (!inputs.group)
        return {};
    for (const GroupMember &member : inputs.group->members) {
        if (member.card.name == name)
            return member.avatar;
    }
    return {};
}

QString memberToAnswer(const PromptInputs &inputs, const Chat &chat)
{
    const QString asked = memberNamed(inputs, inputs.scene.asked);
    const QStringList told = askedPrivately(inputs, chat);
    if (!asked.isEmpty() && (told.isEmpty() || told.contains(inputs.scene.asked)))
        return asked;
    for (const QString &name : told) {
        if (const QString member = memberNamed(inputs, name); !member.isEmpty())
            return member;
    }
    return {};
}

// Whom the user plays is not played by the model.
static GroupInputs playedGroup(const PromptInputs &inputs)
{
    GroupInputs group = *inputs.group;
    if (!inputs.knowledge.isEnabled || inputs.scene.writer.isEmpty())
        return group;
    for (GroupMember &member : group.members)
        member.isMuted = member.isMuted || member.card.name == inputs.scene.writer;
    return group;
}

SpeakerQueue speakersFor(const PromptInputs &inputs, const Chat &chat, const QString &asked, bool isAutomatic)
{
    QString member = asked;
    if (member.isEmpty() && !isAutomatic && !goesOn(inputs.type) && inputs.knowledge.isEnabled)
        member = memberToAnswer(inputs, chat);
    return nextSpeakers(playedGroup(inputs), chat,
                        {.type = inputs.type,
                         .userText = inputs.userText,
                         .asked = member,
                         .isAutomatic = isAutomatic,
                         .seed = inputs.seed});
}

} // namespace snug
