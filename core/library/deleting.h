// What deleting means for each kind of thing: it goes to the trash, whole, and can come back.
// Blocking; for the disk thread.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/trash.h"

namespace snug {

class LibraryStore;

enum class ChatsOfCard : quint8 { Delete, Keep };

Result<TrashItem> deleteCard(LibraryStore &store, const QString &file, ChatsOfCard chats);
Result<TrashItem> deleteChat(LibraryStore &store, const ChatReference &reference);
Result<TrashItem> deletePreset(LibraryStore &store, const QString &name);
Result<TrashItem> deleteLorebook(LibraryStore &store, const QString &name);
Result<TrashItem> deletePromptTemplate(LibraryStore &store, const QString &name);
Result<TrashItem> deleteRules(LibraryStore &store, const QString &name);
// The picture, and the persona's part of settings.json.
Result<TrashItem> deletePersona(LibraryStore &store, const QString &avatar);

// Whatever is at this place, relative to the library: a file that cannot be read, a folder of chats of
// nobody.
Result<TrashItem> deleteUnusable(LibraryStore &store, const QString &path);

// Undo of all of them.
Result<TrashItem> restoreDeleted(LibraryStore &store, const QString &trashId);

} // namespace snug
