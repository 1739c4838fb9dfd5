// SillyTavern's hash of a text: it seeds {{pick}} and recognises lore entries
// (docs/sillytavern/macros.md#string-hash).
#pragma once

#include <QStringView>

namespace snug {

// cyrb53 with seed 0 over UTF-16 code units: 53 bits.
quint64 stringHash(QStringView text);

} // namespace snug
