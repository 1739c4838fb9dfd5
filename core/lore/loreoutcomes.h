// The lore scan for those who go through many turns: what became of entries, without a row for each.
#pragma once

#include "core/lore/lorescan.h"

namespace snug {

// What became of an entry, without why.
struct LoreOutcome
{
    qsizetype candidate = 0;
    LoreGate gate = LoreGate::KeyNotFound;
    int tokens = 0; // of the content, of entries that passed their keys

    bool fired() const { return gate >= LoreGate::ActivatingDecorator; }
    bool operator==(const LoreOutcome &) const = default;
};

struct LoreScanOutcomes
{
    QList<qsizetype> activated;    // candidates, in activation order
    QList<LoreOutcome> candidates; // ascending; of those that are missing no key was found
    Json timedEffects;             // Undefined = as they were
    QStringList warnings;
};

// The very scan of scanLore(). The inputs' messages may be only the newest part of a history of that many; as
// many as furthestReach() says are enough.
LoreScanOutcomes scanLoreOutcomes(const LoreScanInputs &inputs, qsizetype historyLength);

// How far back a scan can look, in messages.
int furthestReach(const LoreIndex &index, const LoreSettings &settings);

} // namespace snug
