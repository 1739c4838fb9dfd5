// The dates of messages as chat files have spelt them over the years (formats: ISO 8601, three of
// SillyTavern's own, milliseconds since 1970).
#pragma once

#include <QDateTime>
#include <QStringView>

namespace snug {

// In local time; invalid when the spelling is not understood.
QDateTime parseSendDate(QStringView spelling);

} // namespace snug
