// The messages that really go, as the lists show them.
#pragma once

#include "core/conversion/outboundprompt.h"
#include "core/prompt/assembledprompt.h"

namespace snug {

struct OutboundRows
{
    QList<OutboundMessage> rows;
    QList<QList<int>> origins; // of each row: positions of the assembled messages in it
    QList<int> added;          // rows that hold nothing of the prompt: their tokens are not in its budget

    // The row that holds this assembled message; -1 if none does.
    int rowOf(int message) const;
    // Where a character of the assembled message stands in that row's text.
    qsizetype positionIn(int row, const OutboundMessage &message, qsizetype position) const;

    bool operator==(const OutboundRows &) const = default;
};

// `outbound`: empty = nobody says how they go; then they are shown as assembled. Tokens are those of the
// messages in a row, what the conversion adds is counted by `counter` (null: estimated), as a message is.
OutboundRows outboundRows(const AssembledPrompt &prompt, const OutboundPrompt &outbound,
                          const TokenCounterPtr &counter);

} // namespace snug
