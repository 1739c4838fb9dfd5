// What SillyTavern calls the fields of lorebook entries and cards, where it is another word than here: who
// comes from there finds them by it. English, as they stand on its screen.
#pragma once

#include "core/library/cardfields.h"
#include "core/library/lorefields.h"

#include <QStringList>

namespace snug {

QStringList sillyTavernWords(LoreField field);
QStringList sillyTavernWords(CardField field);

} // namespace snug
