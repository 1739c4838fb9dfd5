// Unsaved changes that survive a crash, in "snug/drafts/<kind>/<name>/" of the library. Blocking; for the
// disk thread.
//
// A folder holds "edited" (one line of facts, then the edited document) and the document it was made from as
// "base-<checksum>". The base is on the disk before the draft that needs it, so a crash at any moment leaves
// the old draft or the new one, each whole and with its base.
#pragma once

#include "core/editing/documentkey.h"
#include "core/library/fileversion.h"
#include "core/library/librarylayout.h"

#include <QDateTime>

namespace snug {

struct KeptDraft
{
    QByteArray edited;
    FileVersion base;                    // the state of the file that was edited; by size and checksum only
    std::optional<QByteArray> baseBytes; // nothing if they are lost
    QDateTime written;
};

struct DraftPlace
{
    DocumentKey key;
    QDateTime written;
    bool operator==(const DraftPlace &) const = default;
};

// `base` holds what was edited, as the draft has it, and the version of the file it is in.
Result<void> writeDraft(const LibraryLayout &layout, const DocumentKey &key, const QByteArray &edited,
                        const Loaded<QByteArray> &base, const QDateTime &now);
bool hasDraft(const LibraryLayout &layout, const DocumentKey &key);
// Nothing if there is none; an error if there is one that cannot be read, which stays where it is.
Result<std::optional<KeptDraft>> readDraft(const LibraryLayout &layout, const DocumentKey &key);
Result<void> removeDraft(const LibraryLayout &layout, const DocumentKey &key);
// Newest first.
QList<DraftPlace> listDrafts(const LibraryLayout &layout);

} // namespace snug
