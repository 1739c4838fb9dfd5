// An assembled prompt as the JSON that `snug assemble` prints. Other programs rely on its shape.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// Offsets are UTF-16 code units into the content. Segments, a message's overhead and the thoughts that go
// back with it add up to its tokens; so do the tokens of lore that fired to those of its segments.
Json promptJson(const AssembledPrompt &prompt);

} // namespace snug
