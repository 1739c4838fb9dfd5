// Chats that an earlier run could not save, brought back into their library. Blocking; for the disk thread.
#pragma once

#include "core/library/rescuedchats.h"

namespace snug {

class LibraryStore;

// Those that hold something their chats do not have. Copies that have become needless are removed.
QList<RescuedChat> neededRescuedChats(LibraryStore &store, const QString &folder);
// Into the chat's file, merged with what has come into it since; the copy goes, and what it replaces is kept
// as a version.
Result<ChatReference> restoreRescuedChat(LibraryStore &store, const QString &file);
// The copy becomes a version of the chat.
Result<void> discardRescuedChat(LibraryStore &store, const QString &file);

} // namespace snug
