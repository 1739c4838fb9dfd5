// Chats that get another name, or go to another character: with what Snug keeps beside them (earlier
// versions, what was typed and not sent). Blocking; for the disk thread.
#pragma once

#include "core/library/librarycontents.h"
#include "core/result.h"

namespace snug {

class LibraryStore;

// A chat of a character, which is not open. To a name that is free; an error otherwise.
Result<ChatReference> renameCharacterChat(LibraryStore &store, const ChatReference &reference,
                                          const QString &name);
// Likewise a group's, whose file names it.
Result<ChatReference> renameGroupChat(LibraryStore &store, const QString &groupFile, const QString &chat,
                                      const QString &name);
// To another character's folder, which is made where it is missing; under the next free name where the name
// is taken. `reference` may be of a character whose card is gone.
Result<ChatReference> moveChat(LibraryStore &store, const ChatReference &reference, const QString &cardFile);
// All chats of `folder` (below "chats"); those that could be moved are, the rest is in `problems`.
struct MovedChats
{
    QList<ChatReference> moved;
    QList<Error> problems;
};
MovedChats moveChats(LibraryStore &store, const QString &folder, const QString &cardFile);

} // namespace snug
