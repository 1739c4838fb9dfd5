// The files in "snug/vectors". Blocking; for the disk thread.
#pragma once

#include "core/memory/vectorindex.h"
#include "core/result.h"

namespace snug {

class LibraryStore;

// Empty, where there is none, or one for another model. A file that makes no sense is put aside, one that
// cannot be read stays where it is; the error says so.
Result<VectorIndex> readVectorFile(LibraryStore &store, const QString &path, const QString &model);
// Not over a file that cannot be read.
Result<void> writeVectorFile(const QString &path, const VectorIndex &index);

} // namespace snug
