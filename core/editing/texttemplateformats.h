// The templates of a text completion as documents: files in "context", "instruct" and "sysprompt".
#pragma once

#include "core/editing/documentformat.h"

namespace snug {

// The values are ContextTemplate, InstructTemplate and SystemPrompt.
DocumentFormat contextTemplateFormat();
DocumentFormat instructTemplateFormat();
DocumentFormat systemPromptFormat();

} // namespace snug
