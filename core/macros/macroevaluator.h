// One pass of SillyTavern 1.19's macro engine over one text (docs/sillytavern/macros.md#syntax):
// left to right, inner macros first, results are not scanned again.
#pragma once

#include "core/macros/macroenvironment.h"

namespace snug {

// True if a pass could change the text at all; cheap.
bool mayHoldMacros(QStringView text);

// What it takes up is counted in MacroState::budget. Empty once that is over: the texts of such an assembly
// are not to be used.
MacroText evaluateMacros(const QString &text, const MacroEnvironment &environment, MacroState &state);

} // namespace snug
