// The chat as the one knows it whose prompt is made (docs/systems/together.md#visibility-first). Runs before
// every frame, so that what is kept from somebody reaches no lore key, macro, summary, count or trace.
#pragma once

#include "core/prompt/promptinputs.h"

namespace snug {

// Whose view it is: the one who replies; for an impersonation the one whom the user plays.
QString viewerOf(const PromptInputs &inputs);
// Who replies where no character takes part: SillyTavern's name for it, and not translated, as it is sent.
inline constexpr QStringView nobodysName = u"Assistant";
// The one who replies: PromptInputs::scene's, else the card's name; without a card nobodysName, in a group
// nothing.
QString replierOf(const PromptInputs &inputs);
// Whom the user plays: PromptInputs::scene's, else the persona.
QString writerOf(const PromptInputs &inputs);

QString userOf(const PromptInputs &inputs); // the persona's name, else the user's

// Under which key the chat's metadata keep what a request leaves there ("variables", "timedWorldInfo"): with
// the feature on everybody has a record of their own, as what fires or is stored may come from a secret.
QString recordKey(const QString &key, const PromptInputs &inputs);

// Likewise what a turn does to the variables that all chats share: with the feature on it stays in the chat,
// in the viewer's record under recordKey(globalVariablesKey), as an object of what differs (null = removed).
inline constexpr QStringView globalVariablesKey = u"globalVariables";
Json changedVariables(const QMap<QString, Json> &before, const QMap<QString, Json> &after);

// The same inputs without messages that the viewer does not know. The typed text is judged apart, as its
// macros are resolved first: isTypedVisible().
PromptInputs visibleInputs(const PromptInputs &inputs);
// Likewise with what everybody knows who will know `typed`, and with nobody's own records: what its macros
// may see, as it is stored once for all of them.
PromptInputs knownToReaders(const QString &typed, const PromptInputs &inputs);
// As if nothing were typed, though it was.
PromptInputs withoutTyped(const PromptInputs &inputs);
// Whether speakers' names go in front of the texts of messages: where the roles do not say who speaks.
bool namesMessages(const PromptInputs &inputs);
// `text` is what is typed, as it will be stored.
bool isTypedVisible(const QString &text, const PromptInputs &inputs);

} // namespace snug
