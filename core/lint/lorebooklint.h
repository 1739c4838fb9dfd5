// A whole lorebook: what its entries say by themselves and against each other, and which keys are
// expressions that do not parse.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/lore/loresettings.h"
#include "core/model/lorebook.h"
#include "core/regex/regexengine.h"

#include <stop_token>

namespace snug {

// In the order of the entries. Blocks where an engine is given (null: expressions are not tried), so not on
// the window's thread. A stopped run gives what it had.
QList<LintFinding> lorebookFindings(const Lorebook &book, const LoreSettings &settings,
                                    const RegexEnginePtr &engine = {}, const std::stop_token &stop = {});

} // namespace snug
