// A lorebook's document as memory books change it: read as it is now, changed, written whole. Blocking; for
// the disk thread.
#pragma once

#include "core/library/librarystore.h"
#include "core/model/json.h"

#include <functional>

namespace snug {

// Fails where there is no such book.
Result<Json> readBookDocument(LibraryStore &store, const QString &name);

// Writes what `change` makes of the book. What another program writes in between is read and changed
// anew. Gives the book as it is then.
using BookEdit = std::function<Result<Json>(const Json &book)>;
Result<Json> changeBookDocument(LibraryStore &store, const QString &name, const BookEdit &change);

// An empty book under this name or the next free one; its name.
Result<QString> makeBook(LibraryStore &store, const QString &name);

} // namespace snug
