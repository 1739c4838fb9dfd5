// What applying a what-if writes into the library's preset, lorebooks and card: worked out first, so that it
// can be shown, then written, and taken back. Blocking; for the disk thread.
#pragma once

#include "core/editing/documentkey.h"
#include "core/library/fileversion.h"
#include "core/prompt/whatif.h"

#include <QDateTime>
#include <QStringList>

namespace snug {

class LibraryStore;

// The files in effect; empty = there is none.
struct FilesInEffect
{
    QString preset = {};
    QString card = {};                             // "Mira.png"
    std::optional<int> contextSize = std::nullopt; // that the preset shall say
};

// One file, as it is and as it would be.
struct PlannedEdit
{
    DocumentKey key;
    QString path;
    QByteArray before;
    QByteArray after;
    FileVersion base;
    QStringList things = {}; // what of it is changed, as the user calls it
};

// Files that would stay as they are are not among them.
Result<QList<PlannedEdit>> planWhatIf(const LibraryStore &store, const WhatIf &whatIf,
                                      const FilesInEffect &files);
// Keeps what the file was as a version first. Fails where another program has changed the file since.
// Gives what the file is now.
Result<FileVersion> writeEdit(LibraryStore &store, const PlannedEdit &edit, const QDateTime &now);
// The former bytes, where the file still is what writeEdit() made it. Gives what it is then.
Result<FileVersion> takeBackEdit(LibraryStore &store, const PlannedEdit &edit, const FileVersion &written);

} // namespace snug
