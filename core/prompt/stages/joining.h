// Neighbouring messages that become one (docs/systems/together.md#switches,
// docs/systems/together.md#merging).
#pragma once

#include "core/model/layoutsettings.h"
#include "core/prompt/stages/draft.h"

namespace snug {

// What is joined is counted anew: it was counted apart. Empty system messages are left out, unless nothing
// is joined. ByForm joins nothing.
QList<PlacedMessage> joinedMessages(const QList<PlacedMessage> &messages, LayoutSettings::Joining joining,
                                    const TokenCounterPtr &counter);

// The same for messages that stand; the budget follows.
void joinMessages(AssembledPrompt &prompt, LayoutSettings::Joining joining, const TokenCounterPtr &counter);

} // namespace snug
