// Where in an invalid pattern the mistake is.
#pragma once

#include "core/regex/regexengine.h"
#include "core/regex/regexpattern.h"

namespace snug {

// UTF-16 units into the body: the character with which the pattern began to be invalid in the way it is at
// its end: the bracket that is never closed, the second quantifier. -1 for patterns that are valid, for flags
// that are not, and for very long ones. Blocks on the engine.
qsizetype patternErrorPlace(const RegexPattern &pattern, RegexEngine &engine,
                            const std::stop_token &stop = {});

} // namespace snug
