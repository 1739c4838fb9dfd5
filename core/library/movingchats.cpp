#include "core/library/movingchats.h"

#include "core/library/chatfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/groupfiles.h"
#include "core/library/librarystore.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The chat is where it was to be by now; what stays behind is only not shown any more.
void moveCompanions(const LibraryLayout &layout, const ChatReference &from, const ChatReference &to)
{
    const QString before = placeOfChat(layout, from);
    const QString after = placeOfChat(layout, to);
    const auto move = [&layout](const QString &source, const QString &target) {
        const QString path = layout.snugFolder() + u'/' + target;
        if (!QFileInfo::exists(layout.snugFolder() + u'/' + source) || QFileInfo::exists(path))
            return;
        if (makeFolder(QFileInfo(path).path()))
            static_cast<void>(movePath(layout.snugFolder() + u'/' + source, path));
    };
    move(u"versions/"_s + before, u"versions/"_s + after);
    move(u"unsent/"_s + before + u".json", u"unsent/"_s + after + u".json");
}

} // namespace

Result<ChatReference> renameCharacterChat(LibraryStore &store, const ChatReference &reference,
                                          const QString &name)
{
    auto renamed = renameChat(store, reference, name);
    if (renamed && renamed != reference)
        moveCompanions(store.layout(), reference, *renamed);
    return renamed;
}

Result<ChatReference> renameGroupChat(LibraryStore &store, const QString &groupFile, const QString &chat,
                                      const QString &name)
{
    const ChatReference reference{.cardFile = {}, .name = chat};
    const auto renamed = renameChat(store, reference, name);
    if (!renamed || renamed == reference)
        return renamed;
    const auto edited = editGroup(store, groupFile, [&](Group &group) {
        std::ranges::replace(group.chats, chat, renamed->name);
        if (group.chatId == chat)
            group.chatId = renamed->name;
    });
    if (!edited) {
        static_cast<void>(renameChat(store, *renamed, chat));
        return std::unexpected(edited.error());
    }
    moveCompanions(store.layout(), reference, *renamed);
    return renamed;
}

Result<ChatReference> moveChat(LibraryStore &store, const ChatReference &reference, const QString &cardFile)
{
    const LibraryLayout layout = store.layout();
    if (cardFile == reference.cardFile)
        return reference;
    const QString folder = layout.chatFolder(cardFile);
    if (const auto made = makeFolder(folder); !made)
        return std::unexpected(made.error());
    const QString file = freeFileName(folder, reference.name, u".jsonl"_s);
    const ChatReference moved{.cardFile = cardFile, .name = file.chopped(6)};
    const QString from = chatPath(layout, reference);
    const QString to = chatPath(layout, moved);
    if (const auto done = movePath(from, to); !done)
        return std::unexpected(done.error());
    store.noteOwn({from, to});
    moveCompanions(layout, reference, moved);
    return moved;
}

MovedChats moveChats(LibraryStore &store, const QString &folder, const QString &cardFile)
{
    MovedChats result;
    const QString owner = folder + u".png"_s; // as the folder's own card would be called
    const QList<ChatSummary> chats = store.contents().chats.value(folder);
    for (const ChatSummary &chat : chats) {
        const auto moved = moveChat(store, {.cardFile = owner, .name = chat.name}, cardFile);
        if (moved)
            result.moved.append(*moved);
        else
            result.problems.append(moved.error());
    }
    return result;
}

} // namespace snug
