// Groups on the disk: `groups/<file>.json` and their chats in `group chats`. Blocking; for the disk thread.
//
// A group's file is named by its name without ".json", which is the group's id unless somebody renamed
// it. An edit starts from what the file holds at that moment, keeps what it does not know, and writes
// nothing if nothing changed.
#pragma once

#include "core/library/documentfiles.h"
#include "core/library/trash.h"
#include "core/model/chat.h"
#include "core/model/group.h"

#include <functional>

namespace snug {

Result<LoadedDocument<Group>> loadGroup(LibraryStore &store, const QString &file);
// What the file holds afterwards.
Result<Group> editGroup(LibraryStore &store, const QString &file, const std::function<void(Group &)> &change);
// Gives it an id made from the time (milliseconds since the epoch, as SillyTavern does). The result's
// id is the file's name.
Result<Group> createGroup(LibraryStore &store, Group group, const QDateTime &now);

// The chat becomes the group's open one. `chat.name` may change to a free one; returned is the one it got.
Result<QString> createGroupChat(LibraryStore &store, const QString &file, const Chat &chat);
// A chat that is in "group chats" already (a branch) becomes the group's open one.
Result<Group> adoptGroupChat(LibraryStore &store, const QString &file, const QString &chat);
// Likewise a checkpoint, which the group only lists.
Result<Group> listGroupChat(LibraryStore &store, const QString &file, const QString &chat);

// The file of the group that names this chat; empty: none does.
QString groupOfChat(LibraryStore &store, const QString &chat);

// To the trash, from where restoreDeleted() brings them back, into the group's list as well.
Result<TrashItem> deleteGroup(LibraryStore &store, const QString &file); // with its chats
Result<TrashItem> deleteGroupChat(LibraryStore &store, const QString &file, const QString &chat);

// The group chats that a group's file names and that could be files of the library's folder.
QStringList chatNames(const Group &group);

// The last of these chats of a group that has a file; empty = none has.
QString lastThere(const LibraryLayout &layout, const QStringList &names);

} // namespace snug
