// In what two states of one message differ, field by field of its line.
#pragma once

#include "core/model/chat.h"

namespace snug {

struct MessageDifference
{
    QString place; // "mes", "swipes[2]", "extra.reasoning"
    Json one;      // Undefined: it is not there
    Json other;
    bool operator==(const MessageDifference &) const = default;
};

// In the order of the first one's line; what only the other one has comes last. What Snug and SillyTavern
// keep of each swipe beside its text (swipe_info) is left out where the swipes themselves differ.
QList<MessageDifference> messageDifferences(const Message &one, const Message &other);

} // namespace snug
