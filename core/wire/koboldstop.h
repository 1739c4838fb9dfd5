// KoboldCpp works on for a reply that nobody reads any more, unless it is told to stop. Several people may
// share one: each stops only what has his key.
#pragma once

#include "core/conversion/chatask.h"
#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <optional>

namespace snug {

bool isKobold(const Connection &connection);
// Names the reply, if it is KoboldCpp's.
void nameForStopping(ServiceCall &call, const Connection &connection);
// Nothing, if the request has no name.
std::optional<WireRequest> koboldStopRequest(const WireRequest &sent, const Connection &connection,
                                             const Secret &key);

} // namespace snug
