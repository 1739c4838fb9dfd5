// The author's note of a chat as its file has it (docs/sillytavern/notes.md#authors-note).
#pragma once

#include "core/chat/chatchange.h"
#include "core/prompt/promptinputs.h"

namespace snug {

struct ChatNote
{
    QString text;
    int interval = 1; // user messages; 0 = never
    int position = 1; // 0 after the main prompt, 1 in the chat, 2 before the main prompt
    int depth = 4;    // messages from the end, where it is in the chat
    Role role = Role::System;

    bool operator==(const ChatNote &) const = default;
};

// What the chat says, and for the rest the default for chats that say nothing.
ChatNote chatNoteOf(const Json &metadata, const NoteSettings &defaults);
// Only what differs from what is in effect is written: the rest goes on following the default.
ChatChange setChatNote(const Chat &chat, const ChatNote &note, const NoteSettings &defaults);
// Whether the chat says anything itself.
bool hasOwnNote(const Json &metadata);

} // namespace snug
