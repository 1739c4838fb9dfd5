// How the reply is to begin: what the user typed for it, or what the settings have
// (docs/sillytavern/generation.md#start-reply-with).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// {{bias "…"}} in a typed text, a space in front; empty = none, or SillyTavern cannot read the text for it.
QString typedReplyStart(const QString &text);
// A text that had one is stored without whatever else stands in braces.
QString withoutMacros(const QString &text);

// Into the draft, macros resolved once.
void chooseReplyStart(const PromptInputs &inputs, Draft &draft);

} // namespace snug
