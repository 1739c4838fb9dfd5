// What a chat's file says of who knows what: lists at messages, and what requests leave for those who see
// them (docs/systems/gf-lt.md#known-to).
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/promptpreview.h"

namespace snug {

// With the list that its text asks for, in its active alternative too.
Message messageWithKnown(Message message, const KnowledgeSettings &settings);
// Likewise of a reply behind `before`. Without a tag it is known to those who know what it answers: the last
// message that its speaker knows, narrators' left out.
Message replyWithKnown(Message reply, const QList<Message> &before, const KnowledgeSettings &settings);

// Another text for a message. A tag that comes or goes with it changes who knows the message; a list that no
// tag has made stays.
ChatChange editKnownText(const Chat &chat, qsizetype row, const QString &text,
                         const KnowledgeSettings &settings);

// Only `names` know the message, from now on; empty = everybody.
ChatChange changeKnowers(const Chat &chat, qsizetype row, const QStringList &names);

// Messages that name in a tag who may know them, and have no list: they were said while nobody kept secrets
// here, and are public.
QList<qsizetype> rowsWithUnreadTags(const Chat &chat, const KnowledgeSettings &settings);
// What their tags say counts from now on.
QList<ChatChange> readTags(const Chat &chat, const KnowledgeSettings &settings);

// The chat's header with what the request that was sent leaves in the chat's own record, or in its viewer's.
Json headerAfter(const Chat &chat, const PreparedPrompt &sent);

} // namespace snug
