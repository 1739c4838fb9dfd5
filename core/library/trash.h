// Deleting without losing: things move to "snug/trash/<id>/" inside the library, with a note of
// where they were, and come back from there, also after a restart.
#pragma once

#include "core/library/librarylayout.h"
#include "core/result.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace snug {

// One deleted thing. It may be several files and folders (a card and its chats), which go and come
// back together.
struct TrashItem
{
    QString id;        // of the folder in the trash; empty until it is there
    QString kind;      // "card", "chat", "preset", "lorebook", "persona", "group", "group chat", …
    QString title;     // what the user calls it
    QStringList paths; // relative to the library's root
    QByteArray note;   // what else has to be put back (a persona's part of settings.json), or empty
    QDateTime deleted;

    bool operator==(const TrashItem &) const = default;
};

struct TrashListing
{
    QList<TrashItem> items;  // newest first
    QList<Error> unreadable; // folders in the trash without a readable note; they are left alone
};

// Paths that do not exist are skipped; an error if none does and there is no note either. On an error
// everything is where it was. The note is on the disk before the first file moves, so a crash in between
// loses nothing: restoring puts back what had moved.
Result<TrashItem> moveToTrash(const LibraryLayout &layout, TrashItem item);

// Refuses, and moves nothing, when something new is at one of the old places.
Result<TrashItem> restoreFromTrash(const LibraryLayout &layout, const QString &id);

TrashListing listTrash(const LibraryLayout &layout);

// For good.
Result<void> deleteFromTrash(const LibraryLayout &layout, const QString &id);

} // namespace snug
