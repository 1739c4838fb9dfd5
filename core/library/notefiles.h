// Author's notes that are settings of the user, not of a chat: in settings.json. Blocking; for the disk
// thread.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/result.h"

namespace snug {

class LibraryStore;

// For chats that say nothing themselves; the characters' notes are not touched.
Result<void> saveDefaultNote(LibraryStore &store, const NoteSettings &note);
// `note.avatar` says whose; the first one for that character is added.
Result<void> saveCharacterNote(LibraryStore &store, const CharacterNote &note);

} // namespace snug
