// What would come back into the prompt with a larger context, and at which size: found by making prompts, so
// it is what those would hold.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <stop_token>

namespace snug {

struct FitsNext
{
    int contextSize = 0; // tokens; with one less it does not come back
    QStringList names;   // of what comes back there: "message 12 of Ada", "lore Harbour: Inn"

    bool operator==(const FitsNext &) const = default;
};

// The next steps, `count` at most, smallest size first. `prompt` was made of `inputs`. Empty where nothing
// was cut for want of room, or where more context brings nothing back (a fixed limit of the lore).
QList<FitsNext> whatFitsNext(const PromptInputs &inputs, const AssembledPrompt &prompt, int count = 3,
                             const std::stop_token &stop = {});

} // namespace snug
