// Lorebook entries whose settings contradict each other: what can never fire, or fires for nothing.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/lore/loresettings.h"
#include "core/model/lorebook.h"

namespace snug {

// Of one entry by itself. Entries that are off are not judged: they may be unfinished.
QList<LintFinding> entryFindings(const LoreEntry &entry, const LoreSettings &settings);

} // namespace snug
