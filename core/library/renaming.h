// Another name for what the library has, and for it wherever the library's own files refer to it. Blocking;
// for the disk thread.
#pragma once

#include "core/library/librarycontents.h"
#include "core/result.h"

namespace snug {

class LibraryStore;

struct Renamed
{
    QString name;          // as it is now: made fit for a file
    int followed = 0;      // files that referred to it and say the new name now
    QList<Error> problems; // files that could not be changed and say the old one still
};

// An error where there is something of that name, and for an empty name. settings.json follows.
Result<Renamed> renamePreset(LibraryStore &store, const QString &name, const QString &to);
// Likewise; characters, personas, settings.json and chats that are bound to it follow.
Result<Renamed> renameLorebook(LibraryStore &store, const QString &name, const QString &to);
// What the card calls the character; the file and the chats stay where they are. Returns the earlier name.
Result<QString> renameCharacter(LibraryStore &store, const QString &file, const QString &name);
// As the persona is called; its picture, which identifies it, stays. Returns the earlier name.
Result<QString> renamePersona(LibraryStore &store, const QString &avatar, const QString &name);

} // namespace snug
