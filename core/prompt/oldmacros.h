// SillyTavern's older macro engine (docs/sillytavern/macros.md#the-older-engine): one expression after the
// other over the whole text, so that what one has put in can be found by the next.
#pragma once

#include "core/prompt/macropass.h"

namespace snug {

// One pass. What is not found stays as it stands.
TracedText expandedByOldMacros(const TracedText &text, MacroPass &pass);

} // namespace snug
