// What a chat keeps for its prompts besides its messages (docs/sillytavern/notes.md#summary,
// docs/sillytavern/notes.md#injected-texts).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// The summary that counts now, as it stands in the newest message that has one; empty = none. `count`: of the
// messages that are looked at, whose last one is passed over.
TracedText newestSummary(const PromptInputs &inputs, Draft &draft, qsizetype count);

// Collects them into the draft; placementStage() puts them to their places.
void collectChatTexts(const PromptInputs &inputs, Draft &draft);

} // namespace snug
