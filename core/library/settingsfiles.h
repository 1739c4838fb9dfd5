// settings.json and what lives in it. Blocking; for the disk thread.
#pragma once

#include "core/formats/sillytavernsettings.h"
#include "core/result.h"

#include <QMap>

#include <functional>

namespace snug {

class LibraryStore;

// Reads the file as it is now, lets `edit` change the value, and writes it back: what another
// program has changed in the meantime stays, apart from the very keys that `edit` sets. Makes the
// file if there is none. A file that cannot be read is not touched.
Result<void> editSettings(LibraryStore &store, const std::function<void(SillyTavernSettings &)> &edit);

// The variables that all chats share, after a turn that changed some: those that differ from `before`
// are set, those that are gone are removed, what another program has set meanwhile stays.
Result<void> saveGlobalVariables(LibraryStore &store, const QMap<QString, Json> &before,
                                 const QMap<QString, Json> &after);

// Replaces the persona with the same picture, or adds it.
Result<void> savePersona(LibraryStore &store, const Persona &persona);
// `picture` is a PNG file's bytes, or empty for a plain one. Returns the picture's file name, which
// is the persona's identity.
Result<QString> createPersona(LibraryStore &store, Persona persona, const QByteArray &picture = {});

} // namespace snug
