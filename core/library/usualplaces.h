// Where SillyTavern's user folders usually lie. Blocking, though only for a look at a few folders.
#pragma once

#include <QString>

namespace snug {

// Below the user's home folder; empty: there is none.
QString usualSillyTavernFolder(const QString &home);

} // namespace snug
