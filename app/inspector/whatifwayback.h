// What "Apply to the Files" changes beside the files it names: the chat, the persona and the connection in
// use, and the way back from it.
#pragma once

#include "core/prompt/whatif.h"

#include <functional>

namespace snug {

struct AppContext;

// Applies it by `apply`, and gives the way back. What somebody has chosen or written otherwise since stays.
std::function<void()> withWayBack(const AppContext &app, const WhatIf &whatIf,
                                  const std::function<void()> &apply);

} // namespace snug
