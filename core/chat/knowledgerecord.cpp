#include "core/chat/knowledgerecord.h"

#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"

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
