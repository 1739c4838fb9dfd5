// Templates of text completions: what they leave out, what is not sent as it looks, and what ends replies
// that should go on (docs/sillytavern/text-completion.md). `where` is the key in the file.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/texttemplates.h"
#include "core/regex/regexengine.h"

namespace snug {

QList<LintFinding> contextFindings(const ContextTemplate &context);

// Blocks where an engine is given (null: the expression is not tried): then not for the window's thread.
QList<LintFinding> instructFindings(const InstructTemplate &instruct, const RegexEnginePtr &engine);

QList<LintFinding> systemPromptFindings(const SystemPrompt &prompt);

} // namespace snug
