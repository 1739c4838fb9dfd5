// The folder that a window is played in: its library, its settings and its state, nothing of the user's own.
#pragma once

#include "tests/durability/playedprocess.h"

namespace snug::durability {

class FaultServer;

// The sample library; the Understudy answers, and nothing is asked.
void makePlayedLibrary(const QString &folder);
// Two turns are taken in a chat of the library: "chats/Mira/One.jsonl".
void liveIn(const QString &root, const FaultServer &server);
PlayedProcess::Environment surroundingsIn(const QString &folder);

} // namespace snug::durability
