// Before another library is opened: what could not be saved in this one would be lost with it.
#pragma once

#include <functional>

namespace snug {

struct AppContext;

// Calls `go` at once, or when the user says that it may be lost.
void leaveLibrary(const AppContext &app, const std::function<void()> &go);

} // namespace snug
