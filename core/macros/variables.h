// Local (chat) and global variables with SillyTavern's reading rules (docs/sillytavern/macros.md#variables).
#pragma once

#include "core/macros/macroenvironment.h"

#include <optional>

namespace snug {

enum class VariableScope : quint8 { Local, Global };

bool hasVariable(const MacroState &state, VariableScope scope, const QString &name);
// As text: numeric text reads as the number it is ("1.50" gives 1.5), what is not there is empty.
QString readVariable(const MacroState &state, VariableScope scope, const QString &name);
void writeVariable(MacroState &state, VariableScope scope, const QString &name, Json value);
void deleteVariable(MacroState &state, VariableScope scope, const QString &name);

// Appends to a JSON list, adds numbers, otherwise concatenates. The result is the new value.
QString addToVariable(MacroState &state, VariableScope scope, const QString &name, const QString &value);
// The same with a number, which is one in lists as well.
QString stepVariable(MacroState &state, VariableScope scope, const QString &name, int step);

// An item of a variable that holds a JSON list or object.
QString readVariableKey(const MacroState &state, VariableScope scope, const QString &name,
                        const QString &key);
// An Undefined `value` removes a key.
void writeVariableKey(MacroState &state, VariableScope scope, const QString &name, const QString &key,
                      const Json &value);

// JavaScript's Number(text): blank is 0; nothing where that is NaN.
std::optional<double> javaScriptNumber(QStringView text);
QString javaScriptNumberText(double number);

} // namespace snug
