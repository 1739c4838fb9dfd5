#include "core/chat/typedmessage.h"

#include "core/chat/chatmessage.h"
#include "core/chat/knowledgerecord.h"
#include "core/prompt/stages/visibility.h"

namespace snug {

Message typedMessage(const PromptInputs &inputs, const QString &text)
{
    Speaker speaker{.name = writerOf(inputs), .forcedAvatar = {}, .originalAvatar = {}};
    if (inputs.persona && inputs.scene.writer.isEmpty())
        speaker.forcedAvatar = personaAvatarAddress(inputs.persona->avatar);
    return messageWithKnown(userMessage(speaker, text, inputs.now), inputs.knowledge);
}

} // namespace snug
