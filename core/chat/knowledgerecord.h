// What a chat's file says of who knows what: lists at messages, and what requests leave for those who see
// them (docs/systems/gf-lt.md#known-to).
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/promptpreview.h"

namespace snug {

// With the list that its text asks for, in its active alternative too.
Message messageWithKnown(Message message, const KnowledgeSettings &settings);

// Another text for a message. A tag that comes or goes with it changes who knows the message; a list that no
// tag has made stays.
ChatChange editKnownText(const Chat &chat, qsizetype row, const QString &text,
                         const KnowledgeSettings &settings);

// The chat's header with what the request that was sent leaves in the chat's own record, or in its viewer's.
Json headerAfter(const Chat &chat, const PreparedPrompt &sent);

} // namespace snug
