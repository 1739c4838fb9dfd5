// What smelt's two frames share: names, the history and the new turn, trimming.
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

void smeltIdentity(const PromptInputs &inputs, Draft &draft);
TracedText smeltText(const Draft &draft, const QString &text, const Source &source);
// "The user's name is X.", then the description if there is one; nothing without a persona.
TracedText smeltPersona(const PromptInputs &inputs, const Draft &draft);
// A system message of these texts, an empty line between them; none if all are blank.
void addSystemMessage(Draft &draft, const QList<TracedText> &parts, const Source &source);
void addHistory(const PromptInputs &inputs, Draft &draft);
void addNewTurn(const PromptInputs &inputs, Draft &draft);
// Drops what does not fit and counts what stays.
void trimMessages(Draft &draft);

} // namespace snug
