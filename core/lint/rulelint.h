// SmartTavern's replacement rules that never do anything (docs/systems/smarttavern.md#replacement-rules).
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/json.h"

namespace snug {

// `where` begins with the rule's place in the list: "2.find_regex". Of rules that are off nothing is said.
QList<LintFinding> ruleFindings(const QList<Json> &rules);

} // namespace snug
