// Reading a chat for its window.
#pragma once

#include "core/library/chatfiles.h"
#include "core/prompt/chatfacts.h"

#include <functional>

namespace snug {

// For Library::perform(). Also finds out what assemblies ask of the chat, which the window's thread need not
// do then.
std::function<Result<LoadedChat>(LibraryStore &)> loadingChat(const ChatReference &reference,
                                                              const ChatCachePtr &chats);

} // namespace snug
