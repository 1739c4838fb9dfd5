// The stable choice of {{pick}}: SillyTavern's string hash and David Bau's seedrandom, so that the
// same chat picks the same item here and there (docs/sillytavern/macros.md#pick).
#pragma once

#include "core/model/stringhash.h"

namespace snug {

// The first number of seedrandom(seed): in [0, 1).
double seededRandom(QStringView seed);

} // namespace snug
