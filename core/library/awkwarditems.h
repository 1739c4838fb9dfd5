// What in a library's folder cannot be used as it is: files that cannot be read, links that lead nowhere,
// chats of nobody, members that are missing. Blocking (it looks at links); for the disk thread.
#pragma once

#include "core/library/chatshelf.h"
#include "core/library/librarycontents.h"

namespace snug {

struct AwkwardItem
{
    enum class Kind : quint8 {
        Unreadable,      // a file
        DeadLink,        // likewise, a link to nothing
        Refused,         // a folder that leads out of the library and was not allowed
        OrphanChats,     // of a character who has no card
        OrphanGroupChat, // no group names it
        MissingMember,   // of a group: there is no such card
        MissingChat,     // of a group: there is no such file
    };

    Kind kind = Kind::Unreadable;
    QString path;         // relative to the library: the file, the folder of chats, the group's file
    QString name;         // what the user calls it: the file's name, the character's, the group's
    QString reason;       // a sentence without its full stop
    QString missing = {}; // the card's file or the chat's name that a group has and the library has not
    int count = 1;        // chats, for OrphanChats
    bool operator==(const AwkwardItem &) const = default;
};

// In the order of the kinds, and by path. All chats have to be read: contents.chatsAreComplete. Chats of
// nobody that are archived are left alone.
QList<AwkwardItem> awkwardItems(const LibraryContents &contents, const LibraryLayout &layout,
                                const ChatShelf &shelf = {});
// The chats in such an item, as ChatShelf names them: those that are not archived.
QStringList orphanedChats(const AwkwardItem &item, const LibraryContents &contents,
                          const LibraryLayout &layout, const ChatShelf &shelf);

} // namespace snug
