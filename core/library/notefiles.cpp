#include "core/library/notefiles.h"

#include "core/library/settingsfiles.h"

#include <algorithm>

namespace snug {

Result<void> saveDefaultNote(LibraryStore &store, const NoteSettings &note)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        settings.note.text = note.text;
        settings.note.interval = note.interval;
        settings.note.position = note.position;
        settings.note.depth = note.depth;
        settings.note.role = note.role;
    });
}

Result<void> saveCharacterNote(LibraryStore &store, const CharacterNote &note)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        QList<NoteDefaults::CharacterNote> &notes = settings.note.characterNotes;
        const NoteDefaults::CharacterNote wanted{.card = note.avatar,
                                                 .text = note.text,
                                                 .enabled = note.isUsed,
                                                 .position = static_cast<int>(note.placement)};
        const auto found = std::ranges::find(notes, note.avatar, &NoteDefaults::CharacterNote::card);
        if (found != notes.end())
            *found = wanted;
        else
            notes.append(wanted);
    });
}

} // namespace snug
