// A message that several blocks were joined into (squashing, one system message), taken apart again.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

struct JoinedPart
{
    // The block's own text and what made it. Its tokens are those of its text: what the block counts wherever
    // it is shown.
    OutboundMessage message;
    int separator = 0;       // tokens of the line breaks in it and behind it, which are nobody's
    qsizetype start = 0;     // UTF-16 units into the whole
    qsizetype firstSpan = 0; // of the whole's spans; the part's follow from there one by one
    bool operator==(const JoinedPart &) const = default;
};

bool isJoined(const OutboundMessage &message);

// All of the message as one part.
JoinedPart wholePart(const OutboundMessage &message, const Budget &budget);

// Their tokens and separators add up to message.tokens without overheadOf() it and thoughtsOf() it. One part
// with all of the message where nothing was joined.
QList<JoinedPart> joinedParts(const OutboundMessage &message, const Budget &budget);

} // namespace snug
