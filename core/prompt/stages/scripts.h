// Regex scripts at the places where the assembly runs them (docs/sillytavern/regex.md).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// The text the user typed, as it is about to be stored.
TracedText runTypedScripts(const PromptInputs &inputs, Draft &draft, const TracedText &text);
// Whether scripts have a say in lines of the history, or in the thoughts behind them.
bool actsOnHistory(const PromptInputs &inputs);
// The history's texts, before names are put in front of them; each with its depth.
void runHistoryScripts(const PromptInputs &inputs, Draft &draft);
// The thoughts behind a message of the history, which has that depth.
TracedText runReasoningScripts(const PromptInputs &inputs, Draft &draft, const TracedText &reasoning,
                               int depth);
// A lore entry's content, macros resolved.
TracedText runLoreScripts(const PromptInputs &inputs, Draft &draft, const TracedText &content,
                          const LoreEntry &entry);

} // namespace snug
