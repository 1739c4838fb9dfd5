#include "core/chat/typedmessage.h"

#include "core/chat/chatmessage.h"
#include "core/chat/knowledgerecord.h"
#include "core/prompt/stages/replystart.h"
#include "core/prompt/stages/visibility.h"

namespace snug {

Message typedMessage(const PromptInputs &inputs, const QString &text)
{
    Speaker speaker{.name = writerOf(inputs), .forcedAvatar = {}, .originalAvatar = {}};
    if (inputs.persona && inputs.scene.writer.isEmpty())
        speaker.forcedAvatar = personaAvatarAddress(inputs.persona->avatar);
    Message message = userMessage(speaker, text, inputs.now);
    if (const QString start = typedReplyStart(inputs.userText); !start.isEmpty()) {
        message.text = withoutMacros(text);
        message.extra.set(QStringLiteral("bias"), start);
        if (withoutMacros(inputs.userText).isEmpty()) {
            message.name = QStringLiteral("SillyTavern System");
            message.isUser = false;
            message.isHidden = true;
            message.text = QStringLiteral(" ");
            message.forcedAvatar.clear();
            message.extra.set(QStringLiteral("type"), QStringLiteral("generic"));
        }
    }
    return messageWithKnown(message, inputs.knowledge);
}

QString typedAgain(const Message &message)
{
    QString start = message.extra.value(QStringLiteral("bias")).toText();
    if (start.isEmpty())
        return message.text;
    if (start.startsWith(u' ')) // which typedReplyStart() sets before it
        start.remove(0, 1);
    const QString said = message.isUser ? message.text : QString();
    const bool isApart = !said.isEmpty() && !said.back().isSpace();
    return said + (isApart ? QStringLiteral(" ") : QString()) +
           QStringLiteral("{{bias \"%1\"}}").arg(start.replace(u'"', QStringLiteral("\\\"")));
}

} // namespace snug
