// Who answers in a chat with several characters, be they members of a group or on one card: whom the user
// asks, whom something was told in private, and whom the user plays
// (docs/systems/gf-lt.md#private-replies).
#pragma once

#include "core/chat/nextspeakers.h"

namespace snug {

// Everywhere below `chat` is the chat as it stands; that of the inputs may have been changed to try
// something.

// Whom the typed text is meant for; without one, the user's last message.
QStringList askedPrivately(const PromptInputs &inputs, const Chat &chat);

// In a scene on one card: scene.replier becomes whom the model plays, where the chat or the user says it.
void chooseReplier(PromptInputs &inputs, const Chat &chat);

// What the user says about one reply, and no other.
struct ReplyWish
{
    QString hint = {};                     // goes last into its prompt (docs/sillytavern/generation.md#hints)
    QString member = {};                   // in a group: who answers, as a picture
    std::optional<GroupMember> guest = {}; // elsewhere: whose card answers for once
    std::optional<qsizetype> row = {};     // a new swipe: of this message, as if the chat ended with it
};
PromptInputs wished(PromptInputs inputs, const ReplyWish &wish);

// An empty text becomes what the preset sends instead of one
// (docs/sillytavern/history.md#send-if-empty).
void fillEmptyText(PromptInputs &inputs);

// The picture of the group's member with that name; empty = there is none.
QString memberNamed(const PromptInputs &inputs, const QString &name);

// The member who answers unless the group decides, as a picture: one who is told in private, or whom the user
// asks; empty = nobody.
QString memberToAnswer(const PromptInputs &inputs, const Chat &chat);

// The members who answer, of inputs that have a group. `asked`: exactly this one, if not empty.
// `isAutomatic`: nobody typed, the group goes on by itself.
SpeakerQueue speakersFor(const PromptInputs &inputs, const Chat &chat, const QString &asked,
                         bool isAutomatic = false);

} // namespace snug
