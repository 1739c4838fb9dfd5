// Neighbours that become one message, texts that become one text, and messages that say nothing.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/conversion/outboundprompt.h"

namespace snug {

// Neighbouring texts of a message become one, joined with an empty line.
void joinTexts(QList<ContentPart> &parts);
// Its neighbouring texts are one; text alone is no list.
void flattenTexts(ConvertedMessage &message);
void dropEmptyMessages(OutboundPrompt &prompt);
void mergeNeighbours(OutboundPrompt &prompt, const MessageRules &rules);
// The assistant's messages at the end become one, joined with an empty line.
void mergeLastReplies(OutboundPrompt &prompt);

} // namespace snug
