// SillyTavern's hash of a text: it seeds {{pick}} and recognises lore entries (conformance NOTES,
// sections 10.7 and 11.6).
#pragma once

#include <QStringView>

namespace snug {

// cyrb53 with seed 0 over UTF-16 code units: 53 bits.
quint64 stringHash(QStringView text);

} // namespace snug
