// The number by which SillyTavern 1.19 recognises an entry in a chat's timed effects
// (docs/sillytavern/lore.md#entry-hash).
#pragma once

#include "core/model/lorebook.h"

namespace snug {

// Of the entry as compact JSON: uid, world, the other fields in file order with the content's
// decorators taken off, then the decorators.
quint64 loreEntryHash(const QString &book, const LoreEntry &entry);

} // namespace snug
