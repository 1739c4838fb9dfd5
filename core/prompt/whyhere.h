// Why a stretch of the prompt is there, in a sentence for whoever points at it.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// By the innermost part of the source that has a rule of its own: an entry's reason as the scan told it, a
// block's switch, a message's place. Empty where there is nothing to say.
QString whyHere(const Source &source, const Trace &trace);

} // namespace snug
