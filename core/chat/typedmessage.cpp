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

} // namespace snug
