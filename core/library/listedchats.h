// Chats as lists show them: whose they are, when something was said in them last, what the user pinned or put
// away.
#pragma once

#include "core/library/chatshelf.h"
#include "core/library/librarycontents.h"

namespace snug {

struct ListedChat
{
    ChatReference reference; // of a chat of nobody, the card that there would be
    QString group;           // of a group's chat the group's file
    QString owner;           // the character's name or the group's; of a chat of nobody its folder's
    bool hasOwner = true;    // there is such a card or group
    QString path;            // absolute: identity
    ChatSummary summary;
    QDateTime said; // last
    bool isPinned = false;
    bool isArchived = false;
    bool operator==(const ListedChat &) const = default;
};

// What whom the model plays is called where it plays nobody: the owner of modelAloneFile()'s chats.
QString modelAloneTitle();

// Whether another chat of the same card, or of the groups, is called so.
bool isChatNameTaken(const LibraryContents &contents, const ChatReference &beside, const QString &name);

// Pinned ones first, then the newest first.
QList<ListedChat> chatsOfCard(const LibraryContents &contents, const LibraryLayout &layout,
                              const ChatShelf &shelf, const QString &cardFile);
QList<ListedChat> chatsOfGroup(const LibraryContents &contents, const LibraryLayout &layout,
                               const ChatShelf &shelf, const QString &groupFile);
// Those of nobody too.
QList<ListedChat> allChats(const LibraryContents &contents, const LibraryLayout &layout,
                           const ChatShelf &shelf);

} // namespace snug
