// Which patterns templates may search with: those that no text can make slow.
// See docs/systems/hologram.md#safety.
#pragma once

#include <QString>

#include <optional>

namespace snug {

struct UnsafePattern
{
    QString rule;   // "nested_quantifier", "capturing_group", …
    QString reason; // in the user's words
};

// Nothing: the pattern is safe.
std::optional<UnsafePattern> unsafePattern(QStringView pattern);

} // namespace snug
