// Everything that can be said about a lorebook: its entries, keys and macros, what it costs, what brings in
// what.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/lore/loresettings.h"
#include "core/model/lorebook.h"
#include "core/regex/regexengine.h"
#include "core/tokens/tokencounter.h"

#include <stop_token>

namespace snug {

struct BookLintSettings
{
    LoreSettings lore = {};
    int contextSize = 0;          // tokens, without those of the reply; 0 = nothing is said about the budget
    TokenCounterPtr counter = {}; // null: likewise
    RegexEnginePtr regexEngine = {}; // null: expressions are not tried
    std::stop_token stop = {};
};

// Blocks where an engine is given: not for the window's thread. A stopped run gives what it had.
QList<LintFinding> bookFindings(const Lorebook &book, const BookLintSettings &settings);

} // namespace snug
