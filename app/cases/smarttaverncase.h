// A conformance case of SmartTavern (docs/conformance-cases.md#smarttavern-cases): one JSON file that names
// an operation and its arguments.
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QString>

namespace snug {

struct SmartTavernCase
{
    QString function; // "framing_prompt/assemble", "macro/process_text", …
    Json arguments;
    bool isPublished = true; // measured as is; otherwise it follows the description
    Json expected;
    Json expectedKeyOrder; // of each message and its source; Undefined = not said
};

Result<SmartTavernCase> readSmartTavernCase(const QString &path);

// What the operation gives; an error where it has to fail.
Result<Json> playSmartTavernCase(const SmartTavernCase &read);

} // namespace snug
