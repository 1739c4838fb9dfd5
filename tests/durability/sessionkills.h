// Sessions that are killed at random moments while they send, stream, edit, swipe, delete, undo, branch and
// change chats; what they had said is compared with the disk, exactly.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

// `folder`: an empty one to play in. The same seed plays the same commands; the moments of the kills differ.
Findings killSessions(int kills, quint32 seed, const QString &folder);

} // namespace snug::durability
