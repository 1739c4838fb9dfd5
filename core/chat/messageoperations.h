// What one does to messages as a writer: another order, one made of two, two made of one, an alternative
// less. Pure, as the operations of conversation.h: what cannot be done is an empty change.
#pragma once

#include "core/chat/conversation.h"

namespace snug {

// With its neighbour above (`by` = -1) or below (1).
ChatChange moveMessage(const Chat &chat, qsizetype row, int by);
// The message and the one below it: one text with an empty line between, said by who said the first.
ChatChange mergeMessages(const Chat &chat, qsizetype row);
// In two: the first stays what it is but for its text; the second is said by the same one, right after it.
// What the provider said about the whole, and its other alternatives, stay with the first.
ChatChange splitMessage(const Chat &chat, qsizetype row, const QString &first, const QString &second);
// Without one of its alternatives; in place of the one that is shown, the next takes over, or the one before
// it. The only one stays. `expand` as for selectSwipe().
ChatChange removeSwipe(const Chat &chat, qsizetype row, int swipe, const TextExpansion &expand = {});

} // namespace snug
