// SmartTavern's conversations: a tree of messages of which one path is the chat
// (docs/systems/smarttavern.md#files). In the library they are chats; the tree travels in the chat's header.
#pragma once

#include "core/formats/fields.h"
#include "core/model/chat.h"

namespace snug {

struct ConversationReading
{
    Chat chat;
    Warnings warnings;
};

bool isConversation(const Json &document);

// The active path, other answers in one place as swipes. Thinking is hidden, what the system says is
// the narrator's.
ConversationReading chatFromConversation(const Json &document, const QString &userName,
                                         const QString &characterName);

// The tree again, with changed and new messages; the same document if nothing changed. Branches that the
// chat does not show stay.
Json writtenConversation(const Chat &chat);

} // namespace snug
