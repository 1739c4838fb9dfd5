// Chats that were branched from one another, or kept as checkpoints: which leaves which, and where. From
// chat_metadata.main_chat of each, and the names in its parent's messages (docs/formats/chats.md#extra).
// Blocking; for the disk thread.
#pragma once

#include "core/library/librarycontents.h"

namespace snug {

struct BranchedChat
{
    ChatSummary summary;
    int depth = 0;           // below the chat that all of them come from
    QString parent = {};     // its name; empty = that chat itself
    qsizetype leaves = -1;   // the parent's message that both end their common part with; -1 = not said
    QString leavesText = {}; // its beginning
    bool isCheckpoint = false;
    bool operator==(const BranchedChat &) const = default;
};

// The chat's whole tree, a parent before its branches, these in the order of where they leave. The chat alone
// where there are no others; nothing where it has no file. What cannot be read is not in it.
QList<BranchedChat> branchTree(const LibraryLayout &layout, const ChatReference &chat);

} // namespace snug
