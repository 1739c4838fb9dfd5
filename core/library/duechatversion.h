// What a chat's file holds, where that is to be kept as a version before it is rewritten. Chats are rewritten
// with every edit; nobody needs them all. Blocking; for the disk thread.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/librarylayout.h"

#include <optional>

namespace snug {

// Nothing, if there is none, or if a version was kept in the last ten minutes.
std::optional<QByteArray> dueChatVersion(const LibraryLayout &layout, const ChatReference &reference);

} // namespace snug
