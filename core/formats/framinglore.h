// Lore entries in SmartTavern's form, wherever they stand.
#pragma once

#include "core/model/lorebook.h"

namespace snug {

// The entry as SmartTavern has it, edits included: as read, or as a card's book carries it along.
// Undefined for entries that never were SmartTavern's.
Json framingLoreOf(const LoreEntry &entry);

// Any entry in that form; what SmartTavern has no words for is left out.
Json writtenFramingLore(const LoreEntry &entry);

// A whole book: {name, entries}, or its own document with what was changed.
Json writtenFramingBook(const Lorebook &book);

} // namespace snug
