// SmartTavern's expressions, `{{python:…}}`: a small language of its own, with no way out of it
// (docs/systems/smarttavern.md#expressions, docs/systems/together.md#scripts-and-expressions).
//
// Literals, arithmetic, comparison, `and or not in is`, `a if c else b`, lists and dictionaries,
// getvar, setvar, vars[…], and len abs min max sum str int float bool round sorted. Or statements, one a line
// or behind `;`: `name = …` and expressions; what the name `result` holds at the end is what they give.
#pragma once

#include "core/macros/framing/expressiontokens.h"
#include "core/macros/framing/variablescope.h"

namespace snug::framing {

// Nothing: it is no expression (then nothing was evaluated), or evaluating it failed (what it had
// set by then stays set).
std::optional<Json> evaluateExpression(const QList<ExpressionToken> &tokens, VariableScope &scope);
std::optional<Json> evaluateExpression(QStringView code, VariableScope &scope);
// The same, or statements.
std::optional<Json> evaluateCode(QStringView code, VariableScope &scope);

} // namespace snug::framing
