// What a mode is called, everywhere: in menus, in the inspector, in --help and in the manual.
#pragma once

#include "core/prompt/promptinputs.h"

#include <QList>
#include <QString>

namespace snug {

// What can be chosen, in the order of menus: for connections that take messages, and for those that complete
// text.
QList<PromptMode> promptModes(bool completesText);

// "Merged (smelt)": what it does, and in parentheses whose it is.
QString promptModeName(PromptMode mode);

// A line about it: "One system message before the chat and one after it."
QString promptModeSummary(PromptMode mode);

} // namespace snug
