// `{{keywords:…}}`: whether words occur in the chat (docs/systems/smarttavern.md#keywords).
#pragma once

#include "core/macros/framing/variablescope.h"

namespace snug::framing {

// A list that is split at "::" if there is one, else at commas; trimmed, empty items kept.
QStringList splitParameters(QStringView text);

// "true", "false", or nothing for an expression that does not hold together. Looks into the
// variable chat_history_text, letter case included.
QString keywordsResult(QStringView parameters, VariableScope &scope);

} // namespace snug::framing
