// Chats on the disk: opened, grown, rewritten, made. Blocking; for the disk thread.
#pragma once

#include "core/library/fileversion.h"
#include "core/library/keptversions.h"
#include "core/library/librarycontents.h"
#include "core/model/chat.h"

namespace snug {

class LibraryStore;

struct LoadedChat
{
    Chat chat;
    FileVersion version;
    QList<Error> warnings; // places are "line 12"; unreadable lines stay in the file
    qint64 tornBytes = 0;  // of a last line that is cut off; they stay in the file until it is written to
};

QString chatPath(const LibraryLayout &layout, const ChatReference &reference);
// Where Snug keeps what belongs to the chat, inside of "snug/versions" and the like:
// "chats/<character>/<chat>", of groups "group chats/<chat>".
QString placeOfChat(const LibraryLayout &layout, const ChatReference &reference);

// Nothing is written.
Result<LoadedChat> loadChat(LibraryStore &store, const ChatReference &reference);

// Durable when it returns. Conflicts when another program has written to the file since `base`. A torn last
// line is moved to a file beside the chat first, here and when it is rewritten.
SaveResult appendMessages(LibraryStore &store, const ChatReference &reference, const QList<Message> &messages,
                          const FileVersion &base);
// What the file held is kept as a version first, unless one has been kept in the last ten minutes.
SaveResult rewriteChat(LibraryStore &store, const ChatReference &reference, const Chat &chat,
                       const FileVersion &base);

// What chats held before they were rewritten, in "snug/versions/<placeOfChat()>/".
Result<void> keepChatVersion(const LibraryLayout &layout, const ChatReference &reference,
                             const QByteArray &bytes, const QDateTime &saved);
QList<KeptVersion> listChatVersions(const LibraryLayout &layout, const ChatReference &reference);
Result<QByteArray> readChatVersion(const LibraryLayout &layout, const ChatReference &reference,
                                   const QString &id);

// The new chat's name, made from `chat.name`, and its version. Never over an existing file.
struct CreatedChat
{
    ChatReference reference;
    FileVersion version;
};
Result<CreatedChat> createChat(LibraryStore &store, const QString &cardFile, const Chat &chat);

// To a name that is free; an error otherwise.
Result<ChatReference> renameChat(LibraryStore &store, const ChatReference &reference, const QString &name);

} // namespace snug
