// The stages of SillyTavern's chat-completion prompt, in the order in which the preset frame runs
// them. Rules: docs/sillytavern/generation.md#one-generation; the pages are named at each stage.
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// Sizes of context and reply, and how much of the chat counts: a reply that is made again is not there yet.
void setLimits(const PromptInputs &inputs, Draft &draft);
void identityStage(const PromptInputs &inputs, Draft &draft); // 1, 2: names, limits, macro values, card texts
void historyStage(const PromptInputs &inputs, Draft &draft);  // 3, 13, 14: which messages, roles, names
void noteStage(const PromptInputs &inputs, Draft &draft);     // 7: the author's note of this turn
void loreStage(const PromptInputs &inputs, Draft &draft);     // 10: which lore entries fire
void placementStage(const PromptInputs &inputs,
                    Draft &draft); // 7: note, persona, depth prompt and lore to their places
void examplesStage(const PromptInputs &inputs, Draft &draft);  // 8
void orderStage(const PromptInputs &inputs, Draft &draft);     // 4: the merged prompt list
void overridesStage(const PromptInputs &inputs, Draft &draft); // 5
void injectionStage(const PromptInputs &inputs, Draft &draft); // 6
void budgetStage(const PromptInputs &inputs, Draft &draft);    // 9: what fits
void shapeStage(const PromptInputs &inputs, Draft &draft);     // 14: squash, empty messages, totals

// What SillyTavern's list of a prompt's parts resolves once more: only what macros set counts.
void breakdownStage(const PromptInputs &inputs, Draft &draft);

// Of any frame's messages, when they stand: docs/wire.md#what-goes-back.
void goingBackStage(const PromptInputs &inputs, Draft &draft);

} // namespace snug
