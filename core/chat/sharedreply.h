// Replies to prompts that a template laid out: members of a group whose templates are the same answer in one
// request, and what comes is taken apart by the names in front of lines
// (docs/systems/hologram.md#replies-for-several).
#pragma once

#include "core/chat/nextspeakers.h"
#include "core/chat/replyplan.h"

#include <functional>

namespace snug {

// Turns inputs into those of one member of the group.
using InputsForSpeaker = std::function<void(PromptInputs &inputs, const QString &avatar)>;

// Who of those still to speak replies in this request too, as pictures.
QStringList sharersOf(const PromptInputs &inputs, const SpeakerQueue &queue,
                      const InputsForSpeaker &inputsForSpeaker);

// The messages that a reply to such a prompt becomes; nothing: nobody answers.
QList<Message> sharedMessages(Reply reply, const ReplyPlan &plan, const PromptInputs &sent, const Chat &chat,
                              const InputsForSpeaker &inputsForSpeaker);

} // namespace snug
