// The Understudy's words: a small scene put together from what the prompt says. No model, no
// randomness: the same facts and seed give the same words.
#pragma once

#include "core/wire/understudy/promptfacts.h"

namespace snug {

QString understudyReply(const PromptFacts &facts, quint64 seed);

// A text in the pieces that the Understudy counts and sends as tokens: a word with the white space
// before it, long ones in parts. Joined they are the text.
QList<QStringView> understudyTokens(QStringView text);
int understudyTokenCount(QStringView text);

} // namespace snug
