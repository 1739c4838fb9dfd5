// How a reply's changes go into a chat's variables (docs/systems/smarttavern.md#variables-update).
#pragma once

#include "core/model/json.h"

#include <QString>

namespace snug::framing {

// `operation`: replace, shallow_merge, merge, append or union; anything else is merge. `options`:
// array_strategy (replace, concat, prepend, union, union_by_key) for merge, remove_paths.
Json updatedVariables(const Json &base, const Json &changes, const QString &operation, const Json &options);

} // namespace snug::framing
