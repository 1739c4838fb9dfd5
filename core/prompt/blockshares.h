// What each block of the preset has become in an assembled prompt.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QHash>

namespace snug {

struct BlockShare
{
    int tokens = 0;        // of its text, as promptAccount() has it: without messages' overhead
    bool isShared = false; // other blocks, lore or notes stand in the same message
    QString text;          // as it goes out, one message below the other; cut off where it gets long
    bool operator==(const BlockShare &) const = default;
};

// By the block's identifier. The chat's messages count for "chatHistory", examples for "dialogueExamples".
QHash<QString, BlockShare> blockShares(const AssembledPrompt &prompt, qsizetype textLimit = 20'000);

} // namespace snug
