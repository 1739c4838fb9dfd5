// The lore stage for those who go through the turns of a chat: which entries fire, without their reasons and
// without placing their texts.
#pragma once

#include "core/lore/loreoutcomes.h"
#include "core/prompt/stages/draft.h"

namespace snug {

// The entries in effect, prepared; from the inputs' cache if they have one.
LoreIndexPtr loreIndexOf(const PromptInputs &inputs);

// The history stage; with a reach for only so many of its newest lines. Returns how many lines there are at
// all.
qsizetype readHistory(const PromptInputs &inputs, Draft &draft, std::optional<int> reach);

// The draft as the note stage leaves it; its history may be cut to what furthestReach() says.
LoreScanOutcomes loreOutcomes(const PromptInputs &inputs, Draft &draft, const LoreIndexPtr &index,
                              qsizetype historyLength);

} // namespace snug
