// The step from a prompt's messages to those that are sent. Pure; applied once for what the user picked as
// post-processing and once for what the service wants.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/conversion/outboundprompt.h"

namespace snug {

// `prompt` with the rules applied to its messages; what it did is appended to the seam. Every character of
// the result has a source: what is added by rules has SourceFamily::Conversion or SourceKind::SeparatorMerge.
OutboundPrompt convertMessages(OutboundPrompt prompt, const MessageRules &rules, const SpeakerNames &names);

} // namespace snug
