// Which rows of the old prompt live on in the new one.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QList>

namespace snug {

// For each message of `after`: the message of `before` that it continues, or -1 for a new one.
// Rises strictly where it is not -1, so that old rows need no moving. Messages are the same when
// they are equal at either end of the lists, or when role and source (type and id) are.
QList<int> matchMessages(const QList<OutboundMessage> &before, const QList<OutboundMessage> &after);

} // namespace snug
