// An assembled prompt as the JSON that `snug assemble` prints. Other programs rely on its shape.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// Offsets are UTF-16 code units into the content. Segments and a message's overhead add up to its tokens; so
// do the tokens of lore that fired to those of its segments.
Json promptJson(const AssembledPrompt &prompt);

} // namespace snug
