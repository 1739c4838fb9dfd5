// How SmartTavern's rules read and print values: as Python does, which its programs are written in
// (docs/systems/smarttavern.md#history, docs/systems/smarttavern.md#macros).
#pragma once

#include "core/model/json.h"

#include <QString>

#include <optional>

namespace snug::framing {

// A text is itself; nothing is "None", true "True", 2.0 "2.0"; lists and objects as literals.
QString valueText(const Json &value);
// As inside a list: texts in quotes.
QString valueLiteral(const Json &value);
// The shortest decimal that reads back, always with a point or an exponent: "8.0", "1e+16".
QString decimalText(double value);
// A decimal that stays one ("8.0") when it is printed.
Json decimalValue(double value);
// Written with a point or an exponent, or too large for 64 bits.
bool isDecimal(const Json &number);

// Not "", 0, false, null, nothing or empty.
bool isTruthy(const Json &value);
// Cut to a whole number; a text must hold a whole number. Nothing: it cannot be read as one.
std::optional<qint64> wholeNumber(const Json &value);
// The same with a default for what is not truthy.
std::optional<qint64> wholeNumberOr(const Json &value, qint64 otherwise);
// "1e3", " -2.5 ", "inf"; nothing if it is no number.
std::optional<double> decimalFromText(QStringView text);

// Without white space at both ends, separators of ASCII (1C to 1F) included.
QStringView stripped(QStringView text);

} // namespace snug::framing
