// How much of a prompt a server can have kept from an earlier one: what is the same from the front on.
#pragma once

#include "core/prompt/promptparts.h"

#include <optional>

namespace snug {

struct PromptPrefix
{
    // Where the first difference is, in the prompt now; nothing: all of the earlier one is still its
    // beginning.
    struct Break
    {
        qsizetype message = 0;  // of promptBlocks(); their number = behind the last
        qsizetype position = 0; // UTF-16 units into that message
        Source now;             // the thing that stands there; unknown = the prompt ends there
        Source before;          // the thing that stood there
        bool isGone = false;    // what stood there is nowhere any more
        bool isNew = false;     // what stands there was nowhere before
        bool operator==(const Break &) const = default;
    };
    std::optional<Break> firstBreak;
    int tokens = 0; // of the prompt now, up to there
    int total = 0;  // of the prompt now
    // Of what stands behind the break, the tokens of things that both prompts have: they would not have to be
    // read again, were it not for what stands at the break.
    int again = 0;

    double share() const { return total > 0 ? double(tokens) / total : 1; }
    // Rounded down, so that 100 means all.
    int percent() const { return total > 0 ? int(qint64(tokens) * 100 / total) : 100; }
    bool operator==(const PromptPrefix &) const = default;
};

// Tokens of a stretch that is shared in part are split by characters.
PromptPrefix promptPrefix(const AssembledPrompt &before, const AssembledPrompt &after);

} // namespace snug
