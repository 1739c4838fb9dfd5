// An assembled prompt as the JSON that `snug assemble` prints. Other programs rely on its shape.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// Offsets are UTF-16 code units into the content. `counter` counts the segments; null = estimate.
Json promptJson(const AssembledPrompt &prompt, const TokenCounterPtr &counter);

} // namespace snug
