// What servers said about counts like these: an estimate becomes a calibrated number with a measured error.
#pragma once

#include "core/tokens/tokencounter.h"

#include <cmath>

namespace snug {

struct MeasuredCount
{
    int requests = 0; // that the figures rest on; 0 = too few
    int more = 0;     // per cent that the server counts more than we do
    int spread = 0;   // per cent that this varies

    // Exact counts stay what they are: what servers add to them is a wrapping of their own.
    CountKind kind(CountKind counted) const
    {
        return counted == CountKind::Estimate && requests > 0 ? CountKind::Calibrated : counted;
    }
    double tokens(double count, CountKind counted) const
    {
        return kind(counted) == CountKind::Calibrated ? count * (1 + more / 100.0) : count;
    }
    // Never quite certain.
    int error() const { return spread > 0 ? spread : 1; }
    bool operator==(const MeasuredCount &) const = default;
};

} // namespace snug
