// Why no (whole) reply came, in the user's words, with what can be done about it.
#pragma once

#include "core/chat/turn.h"

namespace snug {

// An exchange that did not end Complete. `hasArrived`: part of the reply is here and kept.
Error explainEnd(const ExchangeEnd &end, const Connection &connection, bool hasArrived);
// A stream that ended, but not with a reply worth the name; nothing if all is well.
std::optional<Error> explainStop(const TurnState &state, const Connection &connection);
// The model says that it will not answer; its words are for "Details".
Error explainRefusal();
// More came than a reply can be. `hasArrived`: as above.
Error explainTooLarge(const Connection &connection, bool hasArrived);
// An answer without a byte; one that is packed ("gzip"), which nobody asked for.
Error explainNothingSaid(const Connection &connection);
Error explainCompression(const Connection &connection, const QByteArray &coding);
// There is nothing to send a request through.
Error explainMissingLink();
// In a group: the message to go on with is by somebody who is no member any more; or no member is left to
// speak.
Error explainMemberGone(const QString &name);
Error explainNobodyAnswers();

// "127.0.0.1:8080"
QString serverName(const Connection &connection);

} // namespace snug
