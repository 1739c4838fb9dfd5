#include "core/chat/librarychatstore.h"

#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/fileaccess.h"
#include "core/library/library.h"

#include <QFileInfo>

namespace snug {

namespace {

using Versions = std::shared_ptr<QHash<QString, FileVersion>>;

// What a save starts from. A file that was opened some other way is taken as it is now.
Result<FileVersion> baseOf(LibraryStore &store, const ChatReference &reference, const Versions &versions)
{
    if (const auto known = versions->constFind(reference.name); known != versions->cend())
        return *known;
    const QString path = chatPath(store.layout(), reference);
    if (!stampOf(path).exists())
        return FileVersion{};
    return readVersioned(path, ChatFileLimit).transform([](const Loaded<QByteArray> &file) {
        return file.version;
    });
}

SaveResult remembered(const SaveResult &saved, const QString &name, const Versions &versions)
{
    if (saved && !saved->conflict)
        versions->insert(name, saved->version);
    return saved;
}

StoreOutcome outcomeOf(const SaveResult &saved)
{
    if (!saved)
        return {StoreOutcome::Kind::Failed, saved.error()};
    return {saved->conflict ? StoreOutcome::Kind::ChangedOutside : StoreOutcome::Kind::Done, {}};
}

} // namespace

LibraryChatStore::LibraryChatStore(Library &library, const QString &cardFile)
    : m_library(library)
    , m_cardFile(cardFile)
    , m_versions(std::make_shared<QHash<QString, FileVersion>>())
{
}

LibraryChatStore::~LibraryChatStore() = default;

ChatReference LibraryChatStore::reference(const QString &name) const
{
    return {.cardFile = m_cardFile, .name = name};
}

QString LibraryChatStore::label(const QString &name) const
{
    return chatPath(m_library.layout(), reference(name));
}

void LibraryChatStore::append(const Chat &chat, qsizetype first, Done done)
{
    m_library.save(
        label(chat.name),
        [target = reference(chat.name), messages = chat.messages.mid(first),
         versions = m_versions](LibraryStore &store) -> SaveResult {
            const auto base = baseOf(store, target, versions);
            if (!base)
                return std::unexpected(base.error());
            return remembered(appendMessages(store, target, messages, *base), target.name, versions);
        },
        &m_context, [done = std::move(done)](const SaveResult &saved) { done(outcomeOf(saved)); });
}

void LibraryChatStore::rewrite(const Chat &chat, bool overForeign, Done done)
{
    m_library.save(
        label(chat.name),
        [target = reference(chat.name), chat, overForeign,
         versions = m_versions](LibraryStore &store) -> SaveResult {
            if (overForeign)
                versions->remove(target.name);
            const auto base = baseOf(store, target, versions);
            if (!base)
                return std::unexpected(base.error());
            return remembered(rewriteChat(store, target, chat, *base), target.name, versions);
        },
        &m_context, [done = std::move(done)](const SaveResult &saved) { done(outcomeOf(saved)); });
}

void LibraryChatStore::discard(const QString &name, Done done)
{
    m_library.save(
        label(name),
        [target = reference(name), versions = m_versions](LibraryStore &store) -> Result<void> {
            versions->remove(target.name);
            if (!QFileInfo::exists(chatPath(store.layout(), target)))
                return {};
            return deleteChat(store, target).transform([](const TrashItem &) {});
        },
        &m_context,
        [done = std::move(done)](const Result<void> &gone) {
            done(gone ? StoreOutcome{} : StoreOutcome{StoreOutcome::Kind::Failed, gone.error()});
        });
}

void LibraryChatStore::load(const QString &name, std::function<void(const Result<Chat> &)> done)
{
    m_library.perform(
        [target = reference(name), versions = m_versions](LibraryStore &store) -> Result<Chat> {
            const auto loaded = loadChat(store, target);
            if (!loaded)
                return std::unexpected(loaded.error());
            versions->insert(target.name, loaded->version);
            return loaded->chat;
        },
        &m_context, std::move(done));
}

} // namespace snug
