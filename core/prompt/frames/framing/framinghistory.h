// The chat as the framing frame takes it (docs/systems/smarttavern.md#history).
#pragma once

#include "core/prompt/frames/framing/framedmessage.h"
#include "core/result.h"

namespace snug::framing {

// An array, or an object's `messages`; anything else is empty.
QList<Json> historyItems(const Json &history);

// The frame's reading: what is no message is skipped, unknown roles are the user's, sources that are
// there stay.
QList<FramedMessage> normalisedHistory(const QList<Json> &items);

// The in-chat constructor's reading: sources are made anew, an unknown role is an error.
Result<QList<FramedMessage>> strictHistory(const Json &history);

// What keys and conditions look into: the contents, a line feed between them.
QString historyText(const QList<FramedMessage> &history);
// Likewise, of those contents that are text as handed in.
QString historyText(const Json &history);

} // namespace snug::framing
