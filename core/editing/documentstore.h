// What is done to the file of any document of the library. Blocking; for the disk thread.
#pragma once

#include "core/editing/documentformat.h"
#include "core/editing/documentkey.h"
#include "core/library/librarylayout.h"
#include "core/library/trash.h"

namespace snug {

class LibraryStore;

// Where documents of this kind lie.
LibraryLayout::Folder folderOfKind(DocumentKind kind);

// Returns the name of the copy. `edited` is what is not saved of the original; empty: nothing.
Result<QString> copyDocument(LibraryStore &store, const DocumentKey &key, const DocumentValue &edited);

// To the trash; a character with the chats.
Result<TrashItem> deleteDocument(LibraryStore &store, const DocumentKey &key);

struct RenamedDocument
{
    DocumentKey key; // as it is now
    QString name;    // what it is called now
    QList<Error> problems;
};
Result<RenamedDocument> renameDocument(LibraryStore &store, const DocumentKey &key, const QString &to);

} // namespace snug
