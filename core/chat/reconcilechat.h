// A chat's file that another program changed, and what is here: brought together on the disk. Blocking; for
// the disk thread.
#pragma once

#include "core/chat/chatstore.h"
#include "core/library/fileversion.h"
#include "core/library/librarycontents.h"

namespace snug {

class LibraryStore;

struct ReconciledFile
{
    ReconciledChat chat;
    FileVersion version; // of the file as it is now
};

// What both made of `base` is on the disk when this returns; see ChatStore. `isPending`: `mine` is to be
// written, too. `known`: the version that `base` was read from, or written as; a file of this
// folder that is the same one under another name has been renamed.
Result<ReconciledFile> reconcileChat(LibraryStore &store, const ChatReference &reference,
                                     const std::optional<Chat> &base, const Chat &mine, bool isPending,
                                     const FileVersion &known);

} // namespace snug
