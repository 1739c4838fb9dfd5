// Values by path: "mood", "p.bag[1].item", "p['a.b']" (docs/systems/smarttavern.md#macros).
#pragma once

#include "core/model/json.h"

#include <QString>

#include <optional>

namespace snug::framing {

// Nothing if a step does not exist. The empty path is `variables` itself.
std::optional<Json> variableAt(const Json &variables, QStringView path);

// Makes the objects and lists on the way; lists grow with null. A step that cannot be taken (a name
// in a list, a number in an object's place) leaves everything as it is.
void setVariableAt(Json &variables, QStringView path, const Json &value);

// How many items the lists on the path must have at least.
qint64 pathRoom(QStringView path);
void removeVariableAt(Json &variables, QStringView path);

} // namespace snug::framing
