// A prompt without the names of those who are in it, for showing it to others.
#pragma once

#include "core/lore/nearestmiss.h"
#include "core/prompt/assembledprompt.h"

namespace snug {

// A name and what stands in its place.
struct NameStandIn
{
    QString name;
    QString standIn;
    bool operator==(const NameStandIn &) const = default;
};
// "User" for whom the user plays, "Character 1" and so on for the others; the longest name first, so that
// "Mira Okafor" goes before "Mira". Single words of names of several words have stand-ins too.
QList<NameStandIn> nameStandIns(const PromptInputs &inputs);

// The names replaced as whole words in everything that is sent, left out, said about it, and in the sources'
// labels. Token counts stay those of what is really sent.
AssembledPrompt withoutNames(AssembledPrompt prompt, const QList<NameStandIn> &names);
LoreMisses withoutNames(LoreMisses misses, const QList<NameStandIn> &names);

} // namespace snug
