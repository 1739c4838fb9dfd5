// What services want back of their earlier replies, put among the messages. docs/wire.md#what-goes-back
#pragma once

#include "core/conversion/outboundprompt.h"
#include "core/model/connection.h"
#include "core/prompt/assembledprompt.h"

namespace snug {

// What SillyTavern writes into extra.api for the same kind of connection.
QString apiName(const Connection &connection);

// How RequestSettings::refused names what goes back, where a service has refused it.
const QString &earlierThoughts();

// Who gets its thoughts back with the requests of this connection and preset (the preset's file), as
// apiName() names it; empty: nobody.
QString thoughtsGoTo(const Connection &connection, const Json &preset);

// As parts of their messages, in their places, where the connection's service and model are those that they
// came from. `messages` are those of `prompt`, one each.
void putBack(QList<ConvertedMessage> &messages, const AssembledPrompt &prompt, const Connection &connection);

} // namespace snug
