// The whole program over thousands of turns: it keeps no more memory and no more files open than at first.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

// `folder`: an empty one to play in. What was measured goes to standard error as it comes.
Findings soakWindow(int turns, const QString &folder);

} // namespace snug::durability
