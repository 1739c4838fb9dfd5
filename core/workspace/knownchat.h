// Reading a chat for its window. Blocking, for the disk thread.
#pragma once

#include "core/library/chatfiles.h"
#include "core/prompt/chatfacts.h"

namespace snug {

// Also finds out what assemblies ask of it, which the window's thread need not do then.
Result<LoadedChat> loadKnownChat(LibraryStore &store, const ChatReference &reference, ChatCache &chats);

} // namespace snug
