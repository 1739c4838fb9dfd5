// Tool calls and their results where a service has no messages for them: as parts, or as text.
#pragma once

#include "core/conversion/outboundprompt.h"

namespace snug {

// Results become the user's, calls go.
void toolsAsText(OutboundPrompt &prompt);
// Calls and results become parts of their messages; results are the user's.
void toolsAsParts(OutboundPrompt &prompt);
// The parts of toolsAsParts() as words.
void toolPartsAsText(OutboundPrompt &prompt);

} // namespace snug
