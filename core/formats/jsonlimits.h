// How much JSON text is read: what is over it is refused before anything is made of it.
#pragma once

#include "core/result.h"

#include <QByteArrayView>

namespace snug {

// What one text may cost. A value takes about a hundred bytes of memory however short it is written;
// lorebooks have some fifty values an entry.
struct JsonLimits
{
    qsizetype bytes = qsizetype(64) << 20;
    qsizetype values = 2'000'000; // containers count, keys do not
};

// How many values valid JSON holds; of other text at least as many as come before its first mistake.
qsizetype countJsonValues(QByteArrayView text);

// "holds more than 2,000,000 values"
Result<void> keepJsonLimits(QByteArrayView text, const JsonLimits &limits);

} // namespace snug
