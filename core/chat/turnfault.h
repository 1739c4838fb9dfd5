// Why a service refused or broke off, as far as something follows from it. No words: those are in the turn's
// error and may have been the service's. docs/wire.md#faults
#pragma once

#include "core/wire/serverfault.h"

namespace snug {

struct TurnFault
{
    FaultKind kind = FaultKind::Server;
    std::optional<double> retryAfter = {}; // seconds from the answer on, where the service says so
    std::optional<int> contextSize = {};   // tokens that its model takes; of Context, where it says so

    bool operator==(const TurnFault &) const = default;
};

inline TurnFault turnFaultOf(const ServerFault &fault)
{
    return {fault.kind, fault.retryAfter, fault.words.contextSize};
}

} // namespace snug
