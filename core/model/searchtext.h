// A text made ready for being found by what somebody types.
#pragma once

#include <QString>

namespace snug {

// Case and accents do not count: "Café" and "cafe" are the same.
QString foldedForSearch(const QString &text);

} // namespace snug
