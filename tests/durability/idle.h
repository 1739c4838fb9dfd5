// The whole program with a long chat open, and nobody at it: it does nothing.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

// `folder`: an empty one to play in. For ten seconds.
Findings restWindow(int messages, const QString &folder);

} // namespace snug::durability
