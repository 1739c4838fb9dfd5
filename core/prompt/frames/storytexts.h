// Texts that a text completion takes from cards, templates and the chat
// (docs/sillytavern/text-completion.md).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// The system prompt, and what stands behind the history: the template's, or the card's instead. What
// {{original}} gives has its macros resolved with the story string, if at all.
TracedText storySystemText(const PromptInputs &inputs, Draft &draft);
TracedText storyPostHistory(const PromptInputs &inputs, Draft &draft);

// What stands before or behind the main prompt, in the order of the texts' keys.
TracedText textBesideMain(Draft &draft, NotePlace place);
TracedText unresolvedBesideMain(const Draft &draft, NotePlace place);

TracedText withoutLeadingBlanks(const TracedText &text);

} // namespace snug
