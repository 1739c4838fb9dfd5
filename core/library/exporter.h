// Things of the library that leave it as files of their own. Blocking; for the disk thread.
#pragma once

#include "core/library/librarycontents.h"
#include "core/result.h"

#include <QString>

namespace snug {

class LibraryStore;

enum class ExportKind : quint8 { CardPng, CardJson, Preset, Lorebook };

// `name` is a card file ("Mira.png"), or the name of a preset or lorebook. Everything but CardJson
// is the file's bytes. Replaces what is at `target`: asking the user is the caller's part.
Result<void> exportTo(LibraryStore &store, ExportKind kind, const QString &name, const QString &target);
Result<void> exportChat(LibraryStore &store, const ChatReference &reference, const QString &target);

} // namespace snug
