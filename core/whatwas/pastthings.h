// What was deleted, and what chats and documents were before they were replaced: the trash and the versions
// of every kind as one list. Blocking; for the disk thread.
#pragma once

#include "core/library/librarylayout.h"
#include "core/result.h"

#include <QDateTime>
#include <QList>
#include <QStringList>

namespace snug {

class LibraryStore;

struct PastThing
{
    enum class End : quint8 { Deleted, Replaced };
    enum class Kind : quint8 {
        Card,
        Chat,
        GroupChat,
        Group,
        Preset,
        Lorebook,
        Persona,
        Script,
        Template, // of prompts and of text completions
        Rules,
        PromptTest,
        Other
    };

    End end = End::Deleted;
    Kind kind = Kind::Other;
    QString title;   // "Mira", "Slow Burn", "2026-11-23@14h02m"
    QString owner;   // of chats, the character's folder; of scripts, whose they are; else empty
    QDateTime when;  // it was deleted, or had been brought into this state
    qint64 size = 0; // bytes
    QString id;      // of the item in the trash, or of the version
    QString folder;  // of its versions, below "snug/versions"; empty for what was deleted
    bool operator==(const PastThing &) const = default;
};

struct PastListing
{
    QList<PastThing> things; // newest first
    QList<Error> unreadable; // what is in the trash without a readable note
};

PastListing listPastThings(const LibraryLayout &layout);

// As text to read. What was deleted begins with the names of its files.
Result<QString> readPastThing(const LibraryLayout &layout, const PastThing &thing);

// Puts it back. What a version replaces becomes a version itself; what was deleted goes where it was, and
// fails where there is something new. Returns the paths, relative to the root, that have it now.
Result<QStringList> restorePastThing(LibraryStore &store, const PastThing &thing);

// For good.
Result<void> removePastThing(const LibraryLayout &layout, const PastThing &thing);

} // namespace snug
