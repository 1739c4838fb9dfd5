// Two presets beside each other, block by block.
#pragma once

#include "core/model/preset.h"

namespace snug {

struct BlockPair
{
    enum class State : quint8 { Same, Different, OnlyLeft, OnlyRight };

    QString identifier;
    State state = State::Same;
    bool isTextDifferent = false;   // with Different: the text is
    bool isSwitchDifferent = false; // on in one, off in the other
    bool operator==(const BlockPair &) const = default;
};

// Blocks of both orders in the left one's order, those of the right one alone where they stand there; then
// blocks that no order uses. Blocks are the same block by their identifiers; keys that Snug does not know do
// not count.
QList<BlockPair> comparedBlocks(const Preset &left, const Preset &right);

} // namespace snug
