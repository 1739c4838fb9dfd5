// Entries whose content brings in each other: one key is enough to send them all.
#pragma once

#include "core/lore/loresettings.h"
#include "core/model/lorebook.h"

#include <stop_token>

namespace snug {

// Groups of entries, as indexes into `entries`, each of which leads to all others of its group; in book
// order. Constants and switched-off entries are in none. Keys that are expressions are not followed.
QList<QList<qsizetype>> recursionLoops(const QList<LoreEntry> &entries, const LoreSettings &settings,
                                       const std::stop_token &stop = {});

} // namespace snug
