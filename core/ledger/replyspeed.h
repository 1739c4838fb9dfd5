// How fast a connection's last recorded reply came.
#pragma once

#include "core/ledger/ledgerentry.h"

namespace snug {

struct ReplySpeed
{
    double tokensPerSecond = 0; // from the first of it to the last, thoughts too
    double beginsAfter = 0;     // seconds
    bool operator==(const ReplySpeed &) const = default;
};

// Of the model that the connection names now; nothing where no reply of it is long enough to tell.
std::optional<ReplySpeed> lastReplySpeed(const QList<LedgerHead> &heads, const QString &connection,
                                         const QString &model);

} // namespace snug
