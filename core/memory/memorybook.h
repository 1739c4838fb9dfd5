// The entries of a lorebook's document (SillyTavern's world file, as Json so that unknown fields stay),
// and which of them are memories (docs/systems/memory-books.md#entry).
#pragma once

#include "core/memory/memoryprompt.h"
#include "core/model/json.h"

namespace snug {

// In the order of their uids, as JavaScript goes through them. Empty for what is no book.
QList<Json> bookEntries(const Json &book);

// Puts the entry where its uid says; a new book is made of what is none.
Json bookWithEntry(const Json &book, const Json &entry);

// Without the entry of this uid.
Json bookWithoutEntry(const Json &book, int uid);

// The lowest number that no entry has.
int freeUid(const Json &book);

// The first entry with this very title; Undefined if there is none.
Json entryTitled(const Json &book, QStringView title);

// Only what was written as a memory counts as one.
bool isMemoryEntry(const Json &entry);

// What memories and side prompts have left in a book.
struct KeptEntry
{
    int uid = 0;
    QString title;
    std::optional<MessageRange> scene; // of a memory that says so
    bool isMemory = false;             // else a side prompt's
    bool operator==(const KeptEntry &) const = default;
};

// The memories by number, then side prompts by title.
QList<KeptEntry> keptIn(const Json &book);

// By number; what has none comes first. Without a format any number in the title counts.
QList<StoredMemory> memoriesIn(const Json &book);

// One more than the highest number of a memory in the book, from 1 on.
int nextMemoryNumber(const Json &book, QStringView titleFormat);

// The stored range of the first memory that shares a message with `range`.
std::optional<MessageRange> overlappingMemory(const Json &book, const MessageRange &range);

} // namespace snug
