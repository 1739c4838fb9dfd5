// What a user does with prompt tests as a whole. Blocking; for the disk thread.
#pragma once

#include "core/library/trash.h"

namespace snug {

class LibraryStore;

// Into the library's trash; restoreDeleted() takes it back.
Result<TrashItem> deletePromptTest(LibraryStore &store, const QString &folder);

// Another name, made fit for a folder; an error where there is a test of that name, and for an empty name.
// Returns the folder as it is now.
Result<QString> renamePromptTest(const QString &folder, const QString &name);

} // namespace snug
