// How near an entry came whose keys were not found: for the inspector, on demand. A scan itself does
// not look for misses.
#pragma once

#include "core/lore/lorescan.h"

#include <QHash>

#include <stop_token>

namespace snug {

struct LoreMiss
{
    enum class Kind : quint8 {
        None,        // no key occurs anywhere, or the entry has none that can be looked for
        CaseOnly,    // it stands there in other letters, and the entry's case counts
        InsideWord,  // as a part of a longer word
        TooFarBack,  // in a message that the scan does not reach
        NotLookedAt, // in a text that the entry does not look at
        OtherLore,   // in other lore, to which the entry does not react
    };

    Kind kind = Kind::None;
    QString key;
    QString word; // what stands there instead
    LorePlace place = LorePlace::Nowhere;
    int message = -1; // its index in the chat file
    int back = 0;     // 1 = the newest message
    int depth = 0;    // messages that the entry sees

    bool operator==(const LoreMiss &) const = default;
};

// Of the candidates `wanted` (numbers of rows), in that order. One pass over the whole history,
// however many are wanted. Keys with macros and expressions are not looked for.
QList<LoreMiss> nearestMisses(const LoreEvidence &evidence, const QList<LoreTrace> &rows,
                              const QList<qsizetype> &wanted, const std::stop_token &stop = {});

// By number of row, of those that stayed silent; None is not among them.
using LoreMisses = QHash<qsizetype, LoreMiss>;
LoreMisses silentMisses(const LoreEvidence &evidence, const QList<LoreTrace> &rows,
                        const std::stop_token &stop = {});

// In the user's words; empty for None.
QString loreMissText(const LoreMiss &miss);

} // namespace snug
