// The names of all macros, those of macroWords() and their other spellings: for telling misspelt ones.
#pragma once

#include <QStringList>

namespace snug {

// As people write them ("charPrompt"), sorted, without arguments.
const QStringList &macroNames();

// In any case. "time_utc+2" and the like count.
bool isMacroName(QStringView name);

// The known name that `name` was probably meant to be; empty if none is near.
QString nearestMacroName(QStringView name);

} // namespace snug
