// Things of the library that leave it as files of their own. Blocking; for the disk thread.
#pragma once

#include "core/library/librarycontents.h"
#include "core/result.h"

#include <QString>

namespace snug {

class LibraryStore;

enum class ExportKind : quint8 {
    CardPng,
    CardJson,
    CardCharX, // with its assets; the archive it came in if nothing changed
    Preset,
    Lorebook,
    SceneCard,        // with its characters, as gf-lt has it
    FramingCharacter, // in SmartTavern's form, here and below
    FramingPersona,
    FramingPreset,
    FramingLorebook,
    FramingRules,
    Group, // without its chats
};

// `name` is a card file ("Mira.png"), a persona's picture file, or the name of a preset, a lorebook, a file
// of rules or a group's file. CardPng, Preset, Lorebook, FramingRules and Group are the file's bytes, and so
// is what has SmartTavern's form already. Replaces what is at `target`: asking the user is the caller's part.
Result<void> exportTo(LibraryStore &store, ExportKind kind, const QString &name, const QString &target);
Result<void> exportChat(LibraryStore &store, const ChatReference &reference, const QString &target);
// As a conversation of SmartTavern's, with the branches that came with it.
Result<void> exportConversation(LibraryStore &store, const ChatReference &reference, const QString &target);

} // namespace snug
