#include "core/chat/restorerescued.h"

#include "core/chat/chatmerge.h"
#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"

namespace snug {

namespace {

struct Restored
{
    Chat chat;
    QByteArray before;   // what its file holds
    FileVersion version; // of that; none = there is no file
};

Result<Restored> merged(LibraryStore &store, const RescuedChat &rescued)
{
    Restored restored;
    const Chat mine = readChat(rescued.bytes, rescued.reference.name).chat;
    const QString path = chatPath(store.layout(), rescued.reference);
    if (!stampOf(path).exists()) {
        restored.chat = mine;
        return restored;
    }
    const auto file = readVersioned(path, ChatFileLimit);
    if (!file)
        return std::unexpected(file.error());
    restored.before = file->value;
    restored.version = file->version;
    // Nobody has been at it since: what was removed from the chat stays removed.
    const bool isAsLeft = file->version.stamp.size == rescued.base.stamp.size &&
                          file->version.checksum == rescued.base.checksum;
    restored.chat =
        isAsLeft ? mine : mergeChats(mine, readChat(file->value, rescued.reference.name).chat).chat;
    return restored;
}

} // namespace

QList<RescuedChat> neededRescuedChats(LibraryStore &store, const QString &folder)
{
    QList<RescuedChat> needed;
    for (const RescuedChat &listed : listRescuedChats(folder, store.layout().root())) {
        const auto rescued = readRescuedChat(listed.file);
        const auto restored = rescued.and_then([&](const RescuedChat &chat) { return merged(store, chat); });
        if (restored && restored->version.exists() && writeChat(restored->chat) == restored->before)
            static_cast<void>(forgetRescuedChat(listed.file));
        else
            needed.append(listed);
    }
    return needed;
}

Result<ChatReference> restoreRescuedChat(LibraryStore &store, const QString &file)
{
    const auto rescued = readRescuedChat(file);
    if (!rescued)
        return std::unexpected(rescued.error());
    const auto restored = merged(store, *rescued);
    if (!restored)
        return std::unexpected(restored.error());
    if (restored->version.exists()) {
        const auto kept = keepChatVersion(store.layout(), rescued->reference, restored->before,
                                          QDateTime::currentDateTimeUtc());
        if (!kept)
            return std::unexpected(kept.error());
    }
    const auto saved = rewriteChat(store, rescued->reference, restored->chat, restored->version);
    if (!saved)
        return std::unexpected(saved.error());
    if (const auto gone = forgetRescuedChat(file); !gone)
        return std::unexpected(gone.error());
    return rescued->reference;
}

Result<void> discardRescuedChat(LibraryStore &store, const QString &file)
{
    const auto rescued = readRescuedChat(file);
    if (!rescued)
        return std::unexpected(rescued.error());
    const auto kept = keepChatVersion(store.layout(), rescued->reference, rescued->bytes, rescued->written);
    return kept ? forgetRescuedChat(file) : kept;
}

} // namespace snug
