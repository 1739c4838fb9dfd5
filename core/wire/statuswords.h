// Failures of talking to a server, in the user's words and with a way out. For all servers of the
// OpenAI shape.
#pragma once

#include "core/model/connection.h"
#include "core/result.h"
#include "core/wire/serverwords.h"
#include "core/wire/transport.h"

namespace snug {

// An HTTP answer other than 2xx.
Error explainHttpStatus(int status, const QByteArray &body, const Connection &connection,
                        const WireHeaders &headers);

// An `error` that came in the middle of a stream, after part of the reply.
Error explainStreamError(const ServerWords &words);

// An answer with status 200 that is no reply: a web page, or something that is not understood.
Error explainStrangeAnswer(const QByteArray &body);

// Why no (whole) answer came. For Complete and Cancelled: an empty Error, nothing to explain.
Error explainEnd(const ExchangeEnd &end, const Connection &connection);

} // namespace snug
