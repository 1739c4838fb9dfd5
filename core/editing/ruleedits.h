// Files of SmartTavern's replacement rules as documents, and what is done to a list of rules
// (docs/systems/smarttavern.md#replacement-rules).
#pragma once

#include "core/editing/documentformat.h"
#include "core/formats/framingrules.h"

namespace snug {

// Values are FramingRuleFile; names are those of the files in snug/rules.
DocumentFormat rulesFormat();

// One that acts on what is sent, behind the macros, and does nothing yet.
Json newRule(const QString &name);
// With an identifier of its own; for copies.
Json asNewRule(Json rule);

// Behind `row`; at the end for a row that is not there.
QList<Json> withRule(QList<Json> rules, const Json &added, qsizetype behind);
QList<Json> withoutRule(QList<Json> rules, qsizetype row);
// One up (-1) or down (+1); at the end it stays.
QList<Json> withRuleMoved(QList<Json> rules, qsizetype row, int direction);

} // namespace snug
