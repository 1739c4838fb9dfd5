// Lore that fired and of which nothing is in the prompt: its place takes no such text, or is not there.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QHash>

namespace snug {

// Why, by "book.uid": sentences without full stops. Where the trace has no evidence (a prompt of the past)
// only that it is so.
QHash<QString, QString> unsentLore(const AssembledPrompt &prompt);

} // namespace snug
