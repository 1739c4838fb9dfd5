// The keys of a lorebook entry in its shapes: SillyTavern's world files (formats of
// SillyTavern 1.19), the entries of books inside cards (card spec V2/V3, SillyTavern's
// `extensions` keys), and SmartTavern's world books (docs/systems/smarttavern.md#lorebook-shapes). For
// the readers and writers of this folder.
#pragma once

#include "core/formats/fields.h"
#include "core/model/lorebook.h"

namespace snug {

enum class LoreShape : quint8 { World, Card, Framing };

// Whether an entry says its place as SmartTavern does, in its own words.
bool isFramingLore(const Json &entry);

// The entry in `json`, with what was not understood. `index` is the uid of an entry without one.
LoreEntry readLoreEntry(const Json &json, LoreShape shape, int index, const Place &place, Warnings &warnings);

// The entry's JSON in this shape: `entry.source` with the changed keys set, or, if the source has
// the other shape or is nothing, a new object with all keys.
Json writtenLoreEntry(const LoreEntry &entry, LoreShape shape);

} // namespace snug
