// The pictures of personas, which are their identity: files in "User Avatars". Blocking; for the disk thread.
#pragma once

#include "core/library/trash.h"

namespace snug {

class LibraryStore;

// Under a free name that `name` gives; a plain picture if there are no bytes. Returns the file's name.
Result<QString> createPersonaPicture(LibraryStore &store, const QString &name,
                                     const QByteArray &picture = {});
// A copy under a free name; a plain picture where there is none.
Result<QString> copyPersonaPicture(LibraryStore &store, const QString &avatar, const QString &name);
// What was there goes to the trash. `picture` is a PNG file's bytes.
Result<void> replacePersonaPicture(LibraryStore &store, const QString &avatar, const QByteArray &picture);

// After personas came and went in settings.json: pictures of those who are gone go to the trash; of those who
// came, the picture comes back from there, or a plain one is made.
Result<void> commitPersonaPictures(LibraryStore &store, const QStringList &came, const QStringList &gone);

} // namespace snug
