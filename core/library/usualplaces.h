// SillyTavern's user folders: where they usually lie, and what tells one.
#pragma once

#include "core/model/json.h"

#include <QString>

namespace snug {

// Below the user's home folder; empty: there is none. Blocking, though only for a look at a few folders.
QString usualSillyTavernFolder(const QString &home);

// Whether SillyTavern has run in the folder with these settings; Snug's own libraries may have a file of them
// too. docs/formats/settings.md#whose-file-it-is
bool isWrittenBySillyTavern(const Json &settings);

} // namespace snug
