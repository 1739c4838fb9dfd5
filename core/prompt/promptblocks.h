// What lists of a prompt show, whatever its form: its messages, or the one text of a text completion as a
// single block.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

QList<OutboundMessage> promptBlocks(const AssembledPrompt &prompt);

// Such a text: its role and name mean nothing.
bool isWholeText(const OutboundMessage &block);

} // namespace snug
