// A conformance case of gf-lt (docs/conformance-cases.md#gf-lt-cases): one JSON file that names an operation,
// its input and the settings.
#pragma once

#include "core/model/json.h"
#include "core/prompt/promptinputs.h"
#include "core/result.h"

#include <QString>

#include <optional>

namespace snug {

struct GfLtCase
{
    Json input;
    bool isNewer = false; // the later version's rules
    Json expected;
};

Result<GfLtCase> readGfLtCase(const QString &path);

// What the operation gives; an error for one that is not known.
Result<Json> playGfLtCase(const GfLtCase &read);

// Of a case that makes a prompt.
std::optional<PromptInputs> promptInputsOf(const GfLtCase &read);

} // namespace snug
