// The rule that says how much history a template is given: "chars < 4000 || count < 20".
// See docs/systems/hologram.md#from-characters-to-messages.
#pragma once

#include "core/result.h"

#include <QList>
#include <QString>

#include <utility>

namespace snug {

using RuleVariables = QList<std::pair<QString, double>>;

// Numbers, names, ! && || ?: + - * / % and comparisons, with the host language's precedence.
// True: not 0. Fails with the place in the rule for what it cannot read and for unknown names.
Result<bool> askContextRule(const QString &rule, const RuleVariables &variables);

} // namespace snug
