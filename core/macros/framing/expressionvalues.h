// What SmartTavern's expressions compute: operators and functions over values, as Python's.
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug::framing {

// Nothing where Python raises: unlike kinds, division by nothing, numbers beyond 64 bits.
std::optional<Json> binaryResult(QStringView sign, const Json &left, const Json &right);
std::optional<Json> negated(const Json &value);
// "==", "<", "in", "not in", "is", "is not", …
std::optional<bool> comparison(QStringView sign, const Json &left, const Json &right);

bool isFunctionName(QStringView name);
// `keywords`: "reverse" for sorted.
std::optional<Json> functionResult(QStringView name, const QList<Json> &arguments,
                                   const QList<Json::Member> &keywords);

} // namespace snug::framing
