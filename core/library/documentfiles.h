// Cards, presets and lorebooks on the disk. Blocking; for the disk thread.
//
// Saving an unchanged document writes the same bytes. A document that was opened and is saved
// carries the version it was read from; see fileversion.h for what happens on a conflict.
#pragma once

#include "core/library/fileversion.h"
#include "core/model/card.h"
#include "core/model/lorebook.h"
#include "core/model/preset.h"
#include "core/model/textpreset.h"
#include "core/model/texttemplates.h"

namespace snug {

class LibraryStore;

template <typename T> struct LoadedDocument
{
    T value;
    FileVersion version;
    QList<Error> warnings; // what the reader did not understand; it stays in the file
};

// Cards are pictures with text chunks; saving keeps the picture's bytes. `file` is "Mira.png".
Result<LoadedDocument<Card>> loadCard(LibraryStore &store, const QString &file);
SaveResult saveCard(LibraryStore &store, const QString &file, const Card &card, const FileVersion &base);
// `picture` is a PNG file's bytes, or empty for a plain one. Returns the new file's name.
Result<QString> createCard(LibraryStore &store, const Card &card, const QByteArray &picture = {});
// Another picture, the card in it as it is.
SaveResult saveCardPicture(LibraryStore &store, const QString &file, const QByteArray &picture);

// `name` is the file's without ".json".
Result<LoadedDocument<Preset>> loadPreset(LibraryStore &store, const QString &name);
SaveResult savePreset(LibraryStore &store, const QString &name, const Preset &preset,
                      const FileVersion &base);
Result<QString> createPreset(LibraryStore &store, const Preset &preset); // named after preset.name

Result<LoadedDocument<Lorebook>> loadLorebook(LibraryStore &store, const QString &name);
SaveResult saveLorebook(LibraryStore &store, const QString &name, const Lorebook &book,
                        const FileVersion &base);
Result<QString> createLorebook(LibraryStore &store, const Lorebook &book); // named after book.name

// Of text completions, in their folders; `name` is the file's without ".json".
Result<LoadedDocument<ContextTemplate>> loadContextTemplate(LibraryStore &store, const QString &name);
Result<LoadedDocument<InstructTemplate>> loadInstructTemplate(LibraryStore &store, const QString &name);
Result<LoadedDocument<SystemPrompt>> loadSystemPrompt(LibraryStore &store, const QString &name);
Result<LoadedDocument<TextPreset>> loadTextPreset(LibraryStore &store, const QString &name);

// A plain picture for cards that come without one.
QByteArray placeholderPicture();

} // namespace snug
