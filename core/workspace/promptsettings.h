// SillyTavern's settings in the words of the assembler.
#pragma once

#include "core/formats/sillytavernsettings.h"
#include "core/prompt/promptinputs.h"

namespace snug {

PromptSettings promptSettings(const SillyTavernSettings &settings);

} // namespace snug
