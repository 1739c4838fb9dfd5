// How long a server asks to wait. docs/wire.md#waiting
#pragma once

#include "core/wire/wirerequest.h"

#include <QStringView>

#include <optional>

namespace snug {

// Seconds, by whichever of the headers says so. `retryDelay` and `resetAt` (milliseconds since 1970) are what
// the answer's body says.
std::optional<double> serverWait(const WireHeaders &named, const std::optional<double> &retryDelay,
                                 const std::optional<double> &resetAt);

// "1m12.5s", "340ms", "7h58m0s" in seconds.
std::optional<double> durationSeconds(QStringView text);

} // namespace snug
