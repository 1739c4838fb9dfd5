// Quick replies of a library: the files in "QuickReplies". Blocking; for the disk thread.
#pragma once

#include "core/formats/quickreplies.h"
#include "core/result.h"

#include <functional>

namespace snug {

class LibraryStore;

struct QuickReplyFiles
{
    QList<QuickReplySet> sets; // by their files' names
    QList<Error> problems;     // files that make no sense
};
// A library without the folder has none.
Result<QuickReplyFiles> readQuickReplies(const LibraryStore &store);

// Reads the set as it is now, or begins one, lets `edit` change it, and writes it back. A file that cannot be
// read is not touched.
Result<QuickReplySet> editQuickReplies(LibraryStore &store, const QString &name,
                                       const std::function<void(QuickReplySet &set)> &edit);

} // namespace snug
