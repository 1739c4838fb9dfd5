// Regex scripts that never do anything.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/regexscript.h"
#include "core/regex/regexengine.h"

namespace snug {

// `place` names the list in its file: "data.extensions.regex_scripts"; empty = the file is the list.
// A null engine tries no expression.
QList<LintFinding> scriptFindings(const QList<RegexScript> &scripts, const RegexEnginePtr &engine,
                                  const QString &place = {});

} // namespace snug
