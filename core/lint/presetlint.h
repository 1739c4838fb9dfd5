// Presets whose blocks are not sent as they look, or that would send prompts somewhere else.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/preset.h"
#include "core/tokens/tokencounter.h"

namespace snug {

// `counter` may be null: then nothing is said about the context size.
QList<LintFinding> presetFindings(const Preset &preset, const TokenCounterPtr &counter = {});

} // namespace snug
