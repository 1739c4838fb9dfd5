#include "core/library/chatfiles.h"

#include "core/formats/chatjsonl.h"
#include "core/freedmemory.h"
#include "core/library/appendlog.h"
#include "core/library/duechatversion.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longChat = 8 * 1024 * 1024; // bytes of its file

QString chatFolder(const LibraryLayout &layout, const ChatReference &reference)
{
    return reference.isGroup() ? layout.folder(LibraryLayout::Folder::GroupChats)
                               : layout.chatFolder(reference.cardFile);
}

QString newChatName(const QString &name)
{
    return safeFileName(name, QCoreApplication::translate("Library", "Chat"));
}

QString chatVersionsFolder(const LibraryLayout &layout, const ChatReference &reference)
{
    return layout.snugFolder() + u"/versions/"_s + placeOfChat(layout, reference);
}

// With the line break before it, as it will be.
QByteArray withoutTornLine(const QByteArray &file)
{
    const qsizetype torn = tornTail(file).size();
    if (torn == 0)
        return file;
    const QByteArrayView whole = QByteArrayView(file).chopped(torn);
    return (whole.endsWith('\n') ? whole.chopped(1) : whole).toByteArray();
}

// What the file is once nothing torn is in the way of what will be written. Who else has been at it since
// `base` is met by the save.
Result<FileVersion> withoutTornLine(LibraryStore &store, const QString &path, const FileVersion &base)
{
    if (store.isReadOnly() || !base.exists() || stampOf(path) != base.stamp)
        return base;
    const auto repair = repairTornTail(path);
    if (!repair)
        return std::unexpected(repair.error());
    if (repair->tornBytes == 0)
        return base;
    store.noteOwn({path});
    return readVersioned(path, ChatFileLimit).transform([](const Loaded<QByteArray> &file) {
        return file.version;
    });
}

} // namespace

QString chatPath(const LibraryLayout &layout, const ChatReference &reference)
{
    return chatFolder(layout, reference) + u'/' + reference.name + u".jsonl";
}

QString placeOfChat(const LibraryLayout &layout, const ChatReference &reference)
{
    const QString name = folderNameFor(reference.name);
    if (reference.isGroup())
        return u"group chats/"_s + name;
    const QString character = QFileInfo(layout.chatFolder(reference.cardFile)).fileName();
    return u"chats/"_s + folderNameFor(character) + u'/' + name;
}

Result<LoadedChat> loadChat(LibraryStore &store, const ChatReference &reference)
{
    const QString path = chatPath(store.layout(), reference);
    LoadedChat loaded;
    auto file = readVersioned(path, ChatFileLimit);
    if (!file)
        return std::unexpected(file.error());
    loaded.tornBytes = tornTail(file->value).size();
    ChatReading reading = readChat(withoutTornLine(file->value), reference.name);
    loaded.chat = std::move(reading.chat);
    if (file->value.size() >= longChat) {
        file->value.clear();
        giveBackFreedMemory();
    }
    for (const Error &warning : std::as_const(reading.warnings))
        loaded.warnings.append(warning.inFile(QFileInfo(path).fileName()));
    loaded.version = file->version;
    return loaded;
}

SaveResult appendMessages(LibraryStore &store, const ChatReference &reference, const QList<Message> &messages,
                          const FileVersion &base)
{
    QList<QByteArray> lines;
    lines.reserve(messages.size());
    for (const Message &message : messages)
        lines.append(encodeMessageLine(message));
    const QString path = chatPath(store.layout(), reference);
    return withoutTornLine(store, path, base).and_then([&](const FileVersion &whole) {
        return store.append(path, lines, whole);
    });
}

SaveResult rewriteChat(LibraryStore &store, const ChatReference &reference, const Chat &chat,
                       const FileVersion &base)
{
    // Who wants to know whether that fails keeps it before: the chat is saved in any case.
    if (const auto former = dueChatVersion(store.layout(), reference)) {
        static_cast<void>(
            keepChatVersion(store.layout(), reference, *former, QDateTime::currentDateTimeUtc()));
    }
    const QString path = chatPath(store.layout(), reference);
    return withoutTornLine(store, path, base).and_then([&](const FileVersion &whole) {
        return store.replace(path, writeChat(chat), whole);
    });
}

Result<void> keepChatVersion(const LibraryLayout &layout, const ChatReference &reference,
                             const QByteArray &bytes, const QDateTime &saved)
{
    return keepVersionIn(chatVersionsFolder(layout, reference), bytes, saved);
}

QList<KeptVersion> listChatVersions(const LibraryLayout &layout, const ChatReference &reference)
{
    return listVersionsIn(chatVersionsFolder(layout, reference));
}

Result<QByteArray> readChatVersion(const LibraryLayout &layout, const ChatReference &reference,
                                   const QString &id)
{
    return readVersionIn(chatVersionsFolder(layout, reference), id);
}

Result<CreatedChat> createChat(LibraryStore &store, const QString &cardFile, const Chat &chat)
{
    ChatReference reference{.cardFile = cardFile, .name = newChatName(chat.name)};
    const QByteArray bytes = writeChat(chat);
    const auto file = store.create(chatFolder(store.layout(), reference), reference.name, u".jsonl"_s, bytes);
    if (!file)
        return std::unexpected(file.error());
    reference.name = file->chopped(6);
    return CreatedChat{reference,
                       {.stamp = stampOf(chatPath(store.layout(), reference)),
                        .checksum = continueChecksum(EmptyChecksum, bytes)}};
}

Result<ChatReference> renameChat(LibraryStore &store, const ChatReference &reference, const QString &name)
{
    const ChatReference renamed{.cardFile = reference.cardFile, .name = newChatName(name)};
    if (renamed == reference)
        return reference;
    const QString from = chatPath(store.layout(), reference);
    const QString to = chatPath(store.layout(), renamed);
    if (QFileInfo::exists(to)) {
        return failure(QCoreApplication::translate("Library", "there is already a chat of this name"), {},
                       renamed.name, QCoreApplication::translate("Library", "Choose another name."));
    }
    if (const auto moved = movePath(from, to); !moved)
        return std::unexpected(moved.error());
    store.noteOwn({from, to});
    return renamed;
}

} // namespace snug
