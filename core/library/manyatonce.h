// One change to many characters and groups, and what undoes it. Blocking; for the disk thread.
#pragma once

#include "core/library/cardtags.h"
#include "core/library/librarycontents.h"
#include "core/library/trash.h"

namespace snug {

class LibraryStore;

// Whom a change is for.
struct CastKey
{
    bool isGroup = false;
    QString file; // the card's, or the group's without ".json"
    bool operator==(const CastKey &) const = default;
};

// What was done: to these it made a difference.
struct ManyChanged
{
    QList<CastKey> changed;
    QList<Error> problems; // of those that could not be changed
};

ManyChanged setFavourite(LibraryStore &store, const QList<CastKey> &whom, bool favourite);

// The entries of settings.json before it, for restoreTags(). `name` without spaces around it, not empty.
struct TagsBefore
{
    QHash<QString, std::optional<QStringList>> entries; // by key; nothing: there was none
};
enum class TagChange : quint8 { Add, Remove };
Result<TagsBefore> changeTag(LibraryStore &store, const QList<CastKey> &whom, const QString &name,
                             TagChange change);
Result<void> restoreTags(LibraryStore &store, const TagsBefore &before);

// The lorebooks that characters have beside their cards' own, before it, for restoreLorebooks().
struct LorebooksBefore
{
    QHash<QString, QStringList> books; // by the card's file; empty: there was no entry
};
enum class LorebookChange : quint8 { Add, Remove };
Result<LorebooksBefore> changeLorebook(LibraryStore &store, const QStringList &cardFiles, const QString &book,
                                       LorebookChange change);
Result<void> restoreLorebooks(LibraryStore &store, const LorebooksBefore &before);

// Whether the tag is a folder of the list: setTagFolder() in cardtags.h.
Result<FoldersBefore> changeFolder(LibraryStore &store, const QString &tag, TagFolder folder);
Result<void> restoreFolders(LibraryStore &store, const FoldersBefore &before);

// Each with its chats, each a thing of its own in the trash. What could not be deleted stays.
struct ManyDeleted
{
    QStringList trashIds;
    QList<Error> problems;
};
ManyDeleted deleteMany(LibraryStore &store, const QList<CastKey> &whom);

} // namespace snug
