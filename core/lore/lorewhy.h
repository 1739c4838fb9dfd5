// What made an entry fire, back to what began it, and what it made fire itself.
#pragma once

#include "core/lore/loretrace.h"

#include <QList>

namespace snug {

// Places in `rows`: this one, then the entry whose text made it fire, and so on. Rows know that entry by its
// title; of several with one title the first that had fired by then.
QList<qsizetype> loreChain(const QList<LoreTrace> &rows, qsizetype number);
// Places in `rows` of those that this entry's text made fire.
QList<qsizetype> wokenBy(const QList<LoreTrace> &rows, qsizetype number);

// The chain in the user's words, a line each, then what it woke. Empty where the row's own reason says all.
QStringList loreWhy(const QList<LoreTrace> &rows, qsizetype number);

} // namespace snug
