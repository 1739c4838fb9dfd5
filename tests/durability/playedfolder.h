// The folder that a window is played in: its library, its settings and its state, nothing of the user's own.
#pragma once

#include "tests/durability/playedprocess.h"

namespace snug::durability {

// The sample library; the Understudy answers, and nothing is asked.
void makePlayedLibrary(const QString &folder);
PlayedProcess::Environment surroundingsIn(const QString &folder);

} // namespace snug::durability
