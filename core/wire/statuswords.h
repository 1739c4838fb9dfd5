// Failures of talking to a server, in the user's words and with a way out. Made of the fault's
// kind (serverfault.h), for all services.
#pragma once

#include "core/model/connection.h"
#include "core/result.h"
#include "core/wire/serverfault.h"
#include "core/wire/transport.h"

namespace snug {

// An HTTP answer other than 2xx.
Error explainHttpStatus(int status, const QByteArray &body, const Connection &connection,
                        const WireHeaders &headers);

// The same, of what has been found out about it.
Error explainFault(const ServerFault &fault, const Connection &connection);

// A fault that came in the middle of a stream, perhaps after part of the reply.
Error explainStreamFault(const ServerFault &fault);

// An answer with status 200 that is no reply: a web page, or something that is not understood.
Error explainStrangeAnswer(const QByteArray &body);

// Why no (whole) answer came. For Complete and Cancelled: an empty Error, nothing to explain.
Error explainEnd(const ExchangeEnd &end, const Connection &connection);

} // namespace snug
