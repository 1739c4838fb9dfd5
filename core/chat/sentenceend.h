// Replies that are cut off in the middle of a sentence.
#pragma once

#include "core/chat/turn.h"
#include "core/prompt/promptinputs.h"

#include <QString>

namespace snug {

// The text up to its last sentence's end, as SillyTavern 1.19 trims replies with a context template's
// `trim_sentences`: the last full stop, question or exclamation mark, closing quotation mark, bracket,
// asterisk, underscore, backquote, dollar sign or emoji ends it. A mark behind a blank begins something and
// goes. Without any of them only blanks at the end go.
QString trimmedToSentence(const QString &text);

// A reply as it is stored: trimmed so, if it is of a text completion whose context template says so and it
// came to its own end. It never becomes empty.
QString finishedReply(const QString &text, const TurnState &turn, const PromptInputs &sent);

} // namespace snug
