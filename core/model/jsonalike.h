// Whether two values that nobody has looked into since they were read say the same, by their bytes.
#pragma once

#include "core/model/jsondata.h"

namespace snug {

// Texts that are left out have other numbers in another file.
bool isWrittenAlike(const JsonSpan &one, const JsonSpan &other);

} // namespace snug
