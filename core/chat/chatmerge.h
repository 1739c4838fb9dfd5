// What two programs made of the same chat, brought together again: three-way, message by message.
#pragma once

#include "core/model/chat.h"

#include <QList>

namespace snug {

// A message that both changed, differently.
struct ChatConflict
{
    qsizetype row = 0; // in ChatMerge::chat, where `mine` stands
    Message mine;
    Message theirs;
    bool operator==(const ChatConflict &) const = default;
};

struct ChatMerge
{
    Chat chat; // named as `mine`
    QList<ChatConflict> conflicts;
    bool operator==(const ChatMerge &) const = default;
};

// Messages have no identity in the file. One that is the same line is the same message; one that was changed
// is told by its date and speaker, else by standing alone where the other stood. What both added at the same
// place stands behind each other, theirs first: it is in the file already. A change outweighs a removal, so
// that no text goes unasked. In the header mine wins where both changed the same value; lines that are no
// messages are theirs.
ChatMerge mergeChats(const Chat &base, const Chat &mine, const Chat &theirs);

// Without knowing what both began with: what they have in common is taken for it, so nothing counts as
// removed. Messages that differ under the same date and speaker are conflicts.
ChatMerge mergeChats(const Chat &mine, const Chat &theirs);

} // namespace snug
