// Changing a chat's file by other means than its session.
#pragma once

#include "core/library/librarycontents.h"

#include <functional>

namespace snug {

struct AppContext;

// Where the open chat is meant, it is closed first, so that what it has is on the disk, and shown again by
// calling `done`. Otherwise `act` is just called.
void actWithChatClosed(const AppContext &app, const std::function<bool(const ChatReference &)> &isMeant,
                       const std::function<void(const std::function<void()> &done)> &act);

} // namespace snug
