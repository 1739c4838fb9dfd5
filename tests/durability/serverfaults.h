// Every way in which a server answers badly, played against a session: as a reply to a new message, and as
// one that is to take the place of a good one. One request leaves, the turn ends in the chat or in a
// sentence, nothing that was there is lost, and the next message is answered.
#pragma once

#include "tests/durability/faultcases.h"
#include "tests/durability/findings.h"

namespace snug::durability {

// In a new library in `folder`. `flood`: milliseconds for which a reply without end is listened to.
Findings playFault(const FaultCase &fault, const QString &folder, int flood = 3000);

} // namespace snug::durability
