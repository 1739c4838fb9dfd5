// Checkpoints: a copy of the chat up to a message, under a name, to go back to. As SillyTavern keeps them:
// the copy is a chat of its own whose chat_metadata.main_chat names this one, the message names the copy in
// extra.bookmark_link. See docs/sillytavern/library.md#branches-and-checkpoints
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/undohistory.h"

#include <functional>
#include <optional>

namespace snug {

// "<chat> - Checkpoint #N", the first number that `taken` does not have.
QString checkpointName(const QString &chatName, const std::function<bool(const QString &)> &taken);
// What somebody typed as a name that a file can have and no other chat has; empty where nothing of it can be
// used.
QString checkpointNameOf(const QString &typed, const std::function<bool(const QString &)> &taken);

// The message learns of its checkpoint; one that it had before stays among the chats. Empty for a row that is
// not there.
ChatChange linkCheckpoint(const Chat &chat, qsizetype row, const QString &name);
// The copy that a step of UndoAction::Checkpoint stands for; `chat` as it is with the link.
std::optional<Chat> checkpointOf(const UndoStep &step, const Chat &chat);

} // namespace snug
