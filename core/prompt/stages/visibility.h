// The chat as the one knows it whose prompt is made (RECONCILED, sections 2 and 4.5). Runs before every
// frame, so that what is kept from somebody reaches no lore key, macro, summary, count or trace.
#pragma once

#include "core/prompt/promptinputs.h"

namespace snug {

// Whose view it is: the one who replies; for an impersonation the one whom the user plays.
QString viewerOf(const PromptInputs &inputs);
// The one who replies: PromptInputs::scene's, else the card's name.
QString replierOf(const PromptInputs &inputs);
// Whom the user plays: PromptInputs::scene's, else the persona.
QString writerOf(const PromptInputs &inputs);

QString userOf(const PromptInputs &inputs); // the persona's name, else the user's

// Under which key the chat's metadata keep what a request leaves there ("variables", "timedWorldInfo"): with
// the feature on everybody has a record of their own, as what fires or is stored may come from a secret.
QString recordKey(const QString &key, const PromptInputs &inputs);

// The same inputs without messages that the viewer does not know. The typed text is judged apart, as its
// macros are resolved first: isTypedVisible().
PromptInputs visibleInputs(const PromptInputs &inputs);
// As if nothing were typed, though it was.
PromptInputs withoutTyped(const PromptInputs &inputs);
// `text` is what is typed, as it will be stored.
bool isTypedVisible(const QString &text, const PromptInputs &inputs);

} // namespace snug
