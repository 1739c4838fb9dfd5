// The templates and samplers of a text completion as documents: files in "context", "instruct", "sysprompt"
// and "TextGen Settings".
#pragma once

#include "core/editing/documentformat.h"

namespace snug {

// The values are ContextTemplate, InstructTemplate, SystemPrompt and TextPreset.
DocumentFormat contextTemplateFormat();
DocumentFormat instructTemplateFormat();
DocumentFormat systemPromptFormat();
DocumentFormat textSamplersFormat();

} // namespace snug
