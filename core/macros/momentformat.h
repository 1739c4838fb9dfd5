// Dates and durations written the way moment.js writes them in English: what SillyTavern's time
// macros promise their users.
#pragma once

#include <QDateTime>
#include <QString>

namespace snug {

// "YYYY-MM-DD HH:mm", "LT", "[at] h A", …
QString momentFormat(const QDateTime &time, QStringView format);

// "4 hours", "a few seconds"; the sign is not said.
QString humanDuration(qint64 milliseconds);
// "4 hours ago", "in 4 hours".
QString humanDurationFromNow(qint64 milliseconds);

} // namespace snug
