// Inclusion groups: of their members one stays (docs/sillytavern/lore.md#inclusion-groups).
#pragma once

#include "core/lore/loreindex.h"
#include "core/lore/loretrace.h"

#include <functional>

namespace snug {

struct GroupContest
{
    const LoreIndex &index;
    bool usesScoring = false;   // of entries that do not say
    QList<qsizetype> activated; // in earlier steps
    std::function<bool(qsizetype)> isSticky;
    std::function<bool(qsizetype)> isCoolingDown;
    std::function<int(qsizetype)> score; // keys that occur
    std::function<double()> random;      // in [0, 1)
    // Who is out, and why; told once for each.
    std::function<void(qsizetype candidate, LoreGate gate, const LoreDetail &detail)> lost;
};

// `candidates`, those of this step, without the losers.
QList<qsizetype> withoutGroupLosers(const GroupContest &contest, QList<qsizetype> candidates);

// The title of an entry, or what stands for it.
QString loreTitle(const LoreEntry &entry);

} // namespace snug
