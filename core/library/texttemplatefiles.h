// Files of context, instruct and system prompt templates and of samplers: made, renamed, deleted, given away.
// Blocking; for the disk thread. `folder` is Context, Instruct, SystemPrompts or TextPresets, names are the
// files' without ".json".
#pragma once

#include "core/library/librarylayout.h"
#include "core/library/trash.h"

namespace snug {

class LibraryStore;

QString textTemplatePath(const LibraryLayout &layout, LibraryLayout::Folder folder, const QString &name);

// Under this name or the next free one, which is returned and, as SillyTavern goes by it, written as a
// template's own; what else is in the file stays as it is.
Result<QString> createTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                   const QByteArray &bytes);
// Likewise, and the file of the old name goes.
Result<QString> renameTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                   const QString &to);
// Comes back with restoreDeleted().
Result<TrashItem> deleteTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name);
// The file's bytes; replaces what is at `target`.
Result<void> exportTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                const QString &target);

} // namespace snug
