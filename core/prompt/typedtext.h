// Macros in text outside of a prompt: what the user types, a greeting when a chat begins. Where not everybody
// knows the same, they see what everybody knows who will
// read it.
#pragma once

#include "core/prompt/promptinputs.h"

#include <QString>

#include <stop_token>

namespace snug {

// Whether what is typed goes along. Elsewhere `userText` is only what {{input}} says: what stands in the
// composer.
bool isTypedSent(GenerationType type);

// One pass over `text`, as SillyTavern makes when a typed text is saved
// (docs/sillytavern/history.md#macros-in-the-history). Variables that it sets are not kept. The text as it is
// if macros exceed their budget (macrobudget.h).
QString expandMacros(const QString &text, const PromptInputs &inputs);

// The new message of `inputs` as it is saved: after the scripts that change what is stored, macros resolved.
QString typedAsStored(const PromptInputs &inputs, const std::stop_token &stop = {});

} // namespace snug
