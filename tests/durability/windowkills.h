// The whole program, killed at random moments while it is played by keys and clicks; then started again. What
// was saved is there once, what was typed or had arrived two seconds before is there, and is shown again.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

// `folder`: an empty one to play in.
Findings killWindows(int kills, quint32 seed, const QString &folder);
// A window that is ended by this signal, with a text just typed and a reply under way: neither has an age.
Findings endWindow(int signal, const QString &folder);

} // namespace snug::durability
