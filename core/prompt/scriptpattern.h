// What a regex script looks for once the macros in it are resolved.
#pragma once

#include "core/model/regexscript.h"
#include "core/prompt/macropass.h"
#include "core/regex/regexpattern.h"

namespace snug {

// With macros as the script wants them. Nothing if that is no pattern at all.
std::optional<RegexPattern> searchedPattern(const RegexScript &script, MacroPass &macros);

} // namespace snug
