// Lorebooks: SillyTavern's world files (`entries` as an object by uid, or as an array), the books
// inside cards (`character_book`), and card spec V3's stand-alone `lorebook_v3`.
#pragma once

#include "core/formats/fields.h"
#include "core/model/lorebook.h"

namespace snug {

struct LorebookReading
{
    Lorebook book; // entries in file order
    Warnings warnings;
};

// Books with more entries are refused; 10,000 are a large one.
inline constexpr qsizetype LoreEntryLimit = 50'000;
Result<void> keepEntryLimit(const Json &entries);

// `name` is the file's name without ".json". Entries that are no objects are kept and reported.
Result<LorebookReading> readWorldInfo(const QByteArray &bytes, const QString &name = {});

// The file again with the changed keys set; the same bytes if nothing changed. Edits are mirrored
// into `originalData`, the card book a world was made from, because SillyTavern exports that.
QByteArray writeWorldInfo(const Lorebook &book);

// The object under `character_book` in a card.
LorebookReading readCardBook(const Json &book, const Place &place = {});
// `book` as such an object, converted if it came from a world file.
Json writtenCardBook(const Lorebook &book);

} // namespace snug
