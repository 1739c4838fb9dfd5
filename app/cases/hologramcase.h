// A conformance case of custom templates (docs/conformance-cases.md#hologram-cases): one JSON file that
// renders, builds, checks a pattern, or takes a reply apart.
#pragma once

#include "core/model/json.h"
#include "core/regex/regexengine.h"
#include "core/result.h"

#include <QString>

namespace snug {

struct HologramCase
{
    Json input;
    Json expected;
    Json expectedStrict; // under the strict setting; Undefined = not said
};

Result<HologramCase> readHologramCase(const QString &path);

// In the form of `expected`: {"text"}, {"messages"}, {"error": {"code", …}}, …
Json playHologramCase(const Json &input, bool isStrict, const RegexEnginePtr &regexEngine);

// Empty if the result is the expected one.
QString hologramDifference(const Json &is, const Json &should);

} // namespace snug
