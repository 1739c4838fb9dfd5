// Modules of RisuAI (`.risum`): a JSON document and assets behind a byte-for-byte substitution
// (docs/formats/risu.md#module).
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QByteArray>

namespace snug {

// The `module` object: name, description, lorebook, regex, trigger … Assets are not looked at.
Result<Json> readRisuModule(const QByteArray &bytes);

// The module `bytes` with another `module` object in it; its assets and what else it holds stay as they are.
Result<QByteArray> writeRisuModule(const Json &module, const QByteArray &bytes);

} // namespace snug
