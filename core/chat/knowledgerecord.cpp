#include "core/chat/knowledgerecord.h"

#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

Message messageWithKnown(Message message, const KnowledgeSettings &settings)
{
    const Json before = message.extra;
    message = withKnownTo(std::move(message), settings);
    if (!message.extra.isSameAs(before))
        mirrorIntoActiveSwipe(message);
    return message;
}

Message replyWithKnown(Message reply, const QList<Message> &before, const KnowledgeSettings &settings)
{
    if (!settings.isEnabled)
        return reply;
    if (!namesInTags(reply.text, settings).isEmpty())
        return messageWithKnown(std::move(reply), settings);
    const auto answered = std::ranges::find_if(before | std::views::reverse, [&](const Message &message) {
        return !message.isHidden && !message.isNarrator() && isVisibleTo(message, reply.name, settings);
    });
    if (answered == std::ranges::rend(before) || knownTo(*answered).isEmpty())
        return reply;
    setKnownTo(reply, knownTo(*answered));
    mirrorIntoActiveSwipe(reply);
    return reply;
}

ChatChange changeKnowers(const Chat &chat, qsizetype row, const QStringList &names)
{
    if (row < 0 || row >= chat.messages.size())
        return {};
    Message message = chat.messages.at(row);
    setKnownTo(message, names);
    if (names.isEmpty()) // said, whatever a tag in its text says
        message.extra.set(u"known_to"_s, Json(names));
    mirrorIntoActiveSwipe(message);
    return replaceMessage(chat, row, message);
}

QList<qsizetype> rowsWithUnreadTags(const Chat &chat, const KnowledgeSettings &settings)
{
    QList<qsizetype> rows;
    for (qsizetype row = 0; settings.isEnabled && row < chat.messages.size(); ++row) {
        const Message &message = chat.messages.at(row);
        const bool isListed = !storedKnowers(message).isUndefined();
        if (!isListed && !message.isNarrator() && !namesInTags(message.text, settings).isEmpty())
            rows.append(row);
    }
    return rows;
}

QList<ChatChange> readTags(const Chat &chat, const KnowledgeSettings &settings)
{
    QList<ChatChange> changes;
    for (const qsizetype row : rowsWithUnreadTags(chat, settings))
        changes.append(replaceMessage(chat, row, messageWithKnown(chat.messages.at(row), settings)));
    return changes;
}

ChatChange editKnownText(const Chat &chat, qsizetype row, const QString &text,
                         const KnowledgeSettings &settings)
{
    ChatChange change = editText(chat, row, text);
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

// Nothing = the library's variables, as they are.
static Json globalVariablesRecord(const PreparedPrompt &sent)
{
    const Json changed = changedVariables(sent.inputs.globalVariables, sent.prompt.globalVariables);
    const QString key = recordKey(globalVariablesKey.toString(), sent.inputs);
    const bool isSaid = !changed.members().isEmpty() || sent.inputs.chat.metadata().contains(key);
    return sent.inputs.knowledge.isEnabled && isSaid ? changed : Json();
}

Json headerAfter(const Chat &chat, const PreparedPrompt &sent)
{
    Chat after = chat;
    for (const auto &[key, value] : {std::pair(u"variables"_s, sent.prompt.localVariables),
                                     std::pair(u"timedWorldInfo"_s, sent.prompt.timedLore),
                                     std::pair(globalVariablesKey.toString(), globalVariablesRecord(sent))}) {
        if (const auto header = setMetadata(after, recordKey(key, sent.inputs), value).header;
            header && !value.isUndefined())
            after.header = header->second;
    }
    return after.header;
}

} // namespace snug
