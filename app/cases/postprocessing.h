// Prompt post-processing in conformance cases: messages as they leave, after a connection's rule for them.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/prompt/assembledprompt.h"

namespace snug {

// The prompt's messages after the rule; their tokens are not counted anew.
void postProcess(AssembledPrompt &prompt, PostProcessing mode, const SpeakerNames &names);

} // namespace snug
