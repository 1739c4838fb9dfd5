// Lore, memories and side prompts in smelt's forms, which had no rule for them
// (docs/systems/smelt.md#lore).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

struct SmeltLore
{
    TracedText before; // the marker worldInfoBefore; without one, in front of the card
    TracedText after;  // worldInfoAfter; without one, behind the card
    TracedText examplesTop;
    TracedText examplesBottom;
    QList<LoreAtDepth> atDepth; // those around an author's note are at its depth
};

// What fires, by SillyTavern's rules. The trace says why, also where nothing does. Empty where the layout
// carries no lore; then a sentence says so.
SmeltLore smeltLore(const PromptInputs &inputs, Draft &draft);

// The lore of the examples around them, a line each.
TracedText withLore(const TracedText &top, const TracedText &examples, const TracedText &bottom);

// Texts at their depths of the chat: 0 is behind the newest message.
void insertAtDepths(const QList<LoreAtDepth> &texts, QList<OutboundMessage> &messages);

} // namespace snug
