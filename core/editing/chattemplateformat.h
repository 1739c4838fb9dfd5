// The templates that lay out whole prompts as documents: files in "snug/templates", each one JSON object.
#pragma once

#include "core/editing/documentformat.h"

namespace snug {

// The values are PromptTemplate.
DocumentFormat chatTemplateFormat();

} // namespace snug
