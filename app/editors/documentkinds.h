// What people read for a document: in notices, questions and windows.
#pragma once

#include "core/editing/documentkey.h"

namespace snug {

// "Slow Burn", "Mira", "Personas"
QString documentName(const DocumentKey &key);
// "Preset Slow Burn"
QString documentTitle(const DocumentKey &key);

} // namespace snug
