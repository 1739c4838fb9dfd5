// What the inspector calls the parts of a text completion's templates.
#pragma once

#include "core/model/texttemplates.h"
#include "core/prompt/source.h"

namespace snug {

// One value of a template, inside the template: `key` is the file's ("story_string", "input_sequence").
Source contextSource(const ContextTemplate &context, const QString &key);
Source instructSource(const InstructTemplate &instruct, const QString &key);
// "content" or "post_history".
Source systemPromptSource(const SystemPrompt &prompt, const QString &key);

} // namespace snug
