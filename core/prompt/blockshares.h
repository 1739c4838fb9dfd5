// What each block of the preset has become in an assembled prompt.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QHash>

namespace snug {

struct BlockShare
{
    int tokens = 0;        // of messages that came of several blocks, by the length of the parts
    bool isShared = false; // such a message is among them
    QString text;          // as it goes out, one message below the other; cut off where it gets long
    bool operator==(const BlockShare &) const = default;
};

// By the block's identifier. The chat's messages count for "chatHistory", examples for "dialogueExamples".
QHash<QString, BlockShare> blockShares(const AssembledPrompt &prompt, qsizetype textLimit = 20'000);

} // namespace snug
