// Copies of what the library has, beside it. Blocking; for the disk thread.
//
// A copy holds the bytes of the file as it is on the disk, under the next free name: "Slow Burn (2)".
#pragma once

#include "core/library/librarycontents.h"
#include "core/result.h"

#include <QDateTime>

namespace snug {

class LibraryStore;

// The new file's name. The character is called as before; the archive that it came in is copied, too.
Result<QString> copyCard(LibraryStore &store, const QString &file);
// The picture of the new one, which is called "Wren (2)". Who selects the persona stays with the old one.
Result<QString> copyPersona(LibraryStore &store, const QString &avatar);
// The new name, in all of these.
Result<QString> copyPreset(LibraryStore &store, const QString &name);
Result<QString> copyLorebook(LibraryStore &store, const QString &name);
Result<QString> copyPromptTemplate(LibraryStore &store, const QString &name);
Result<QString> copyRules(LibraryStore &store, const QString &name);
// `folder` is Context, Instruct, SystemPrompts or TextPresets.
Result<QString> copyTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name);
// Its members and settings, without its chats: "Slack Tide (2)".
Result<Group> copyGroup(LibraryStore &store, const QString &file, const QDateTime &now);
// A chat that a list calls `title`. The copy is called by that and the next free number, and SillyTavern
// takes it for another chat. `groupFile` is the group that lists it, of a group's chat.
Result<ChatReference> copyChat(LibraryStore &store, const ChatReference &reference, const QString &groupFile,
                               const QString &title);

} // namespace snug
