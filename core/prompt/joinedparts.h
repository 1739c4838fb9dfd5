// A message that several blocks were joined into (squashing, one system message), taken apart again.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

struct JoinedPart
{
    // The block's own text and what made it. Its tokens are those of its text, of the line break behind it
    // and of its share of the overhead.
    OutboundMessage message;
    qsizetype start = 0;     // UTF-16 units into the whole
    qsizetype firstSpan = 0; // of the whole's spans; the part's follow from there one by one
    bool operator==(const JoinedPart &) const = default;
};

bool isJoined(const OutboundMessage &message);

// Their tokens add up to message.tokens. One part, equal to the message, where nothing was joined.
QList<JoinedPart> joinedParts(const OutboundMessage &message, const Budget &budget);

} // namespace snug
