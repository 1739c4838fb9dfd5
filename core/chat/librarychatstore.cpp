#include "core/chat/librarychatstore.h"

#include "core/chat/reconcilechat.h"
#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/duechatversion.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/library/rescuedchats.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using KnownVersions = QHash<QString, FileVersion>;

// What a save starts from. A file that was opened some other way is taken as it is now.
Result<FileVersion> versionBefore(LibraryStore &store, const ChatReference &reference,
                                  const KnownVersions &versions)
{
    if (const auto known = versions.constFind(reference.name); known != versions.cend())
        return *known;
    const QString path = chatPath(store.layout(), reference);
    if (!stampOf(path).exists())
        return FileVersion{};
    return readVersioned(path, ChatFileLimit).transform([](const Loaded<QByteArray> &file) {
        return file.version;
    });
}

} // namespace

// What a write of a chat needs on the disk thread. It ends there, whether or not anybody waits for its
// answer: a file that another program changed is merged, and a chat that cannot be saved is kept elsewhere.
struct LibraryChatStore::Job
{
    ChatReference target;
    Base base;
    Chat chat;
    QString rescueFolder;
    KnownPtr known;

    StoreOutcome failed(LibraryStore &store, const Error &error) const
    {
        const RescuedChat copy{.file = {},
                               .library = store.layout().root(),
                               .reference = target,
                               .written = QDateTime::currentDateTimeUtc(),
                               .base = known->versions.value(target.name),
                               .bytes = writeChat(chat)};
        const auto file = rescueChat(rescueFolder, copy);
        if (file)
            known->rescued.insert(target.name, *file);
        return {.kind = StoreOutcome::Kind::Failed, .error = error, .keptIn = file.value_or(QString())};
    }

    // The chat is in its file: the copy elsewhere has done its part.
    StoreOutcome done(const std::optional<ReconciledChat> &reconciled = {}) const
    {
        if (const QString file = known->rescued.take(target.name); !file.isEmpty())
            static_cast<void>(forgetRescuedChat(file));
        return {.reconciled = reconciled};
    }

    Result<ReconciledChat> reconcile(LibraryStore &store, bool isPending) const
    {
        return reconcileChat(store, target, base, chat, isPending, known->versions.value(target.name))
            .transform([this](const ReconciledFile &file) {
                known->versions.remove(target.name);
                known->merged.remove(target.name);
                if (file.version.exists()) {
                    known->versions.insert(file.chat.merge.chat.name, file.version);
                    known->merged.insert(file.chat.merge.chat.name, file.chat.merge.chat);
                }
                return file.chat;
            });
    }

    template <typename Write> StoreOutcome save(LibraryStore &store, Write write) const
    {
        if (!knowsOfMerge())
            return merge(store);
        const auto version = versionBefore(store, target, known->versions);
        if (!version)
            return failed(store, version.error());
        const SaveResult saved = write(*version);
        if (!saved)
            return failed(store, saved.error());
        if (saved->conflict)
            return merge(store);
        known->versions.insert(target.name, saved->version);
        return done();
    }

    StoreOutcome merge(LibraryStore &store) const
    {
        const auto reconciled = reconcile(store, true);
        return reconciled ? done(news(*reconciled)) : failed(store, reconciled.error());
    }

    // A new chat, and something of its name is there: nobody has read that, so nobody may replace it.
    bool isNameTaken(LibraryStore &store) const
    {
        return !base && !known->versions.contains(target.name) &&
               stampOf(chatPath(store.layout(), target)).exists();
    }

    StoreOutcome saveApart(LibraryStore &store) const
    {
        const QString folder = QFileInfo(chatPath(store.layout(), target)).path();
        ChatReference other = target;
        other.name = freeFileName(folder, target.name, u".jsonl"_s).chopped(6);
        Chat renamed = chat;
        renamed.name = other.name;
        const SaveResult saved = rewriteChat(store, other, renamed, {});
        if (!saved)
            return failed(store, saved.error());
        if (saved->conflict) // somebody was quicker
            return saveApart(store);
        known->versions.insert(other.name, saved->version);
        known->apart.insert(target.name, other.name);
        return done(setApart(renamed));
    }

    static ReconciledChat setApart(const Chat &chat)
    {
        return {.fate = ReconciledChat::Fate::Apart, .merge = {.chat = chat, .conflicts = {}}};
    }

    bool knowsOfMerge() const
    {
        const auto merged = known->merged.constFind(target.name);
        if (merged == known->merged.cend())
            return true;
        if (!base || *base != *merged)
            return false;
        known->merged.erase(merged);
        return true;
    }

    // Nothing, if both did the same.
    std::optional<ReconciledChat> news(const ReconciledChat &reconciled) const
    {
        const bool isNone = reconciled.fate == ReconciledChat::Fate::Merged &&
                            reconciled.merge.conflicts.isEmpty() && reconciled.merge.chat == chat;
        return isNone ? std::nullopt : std::optional(reconciled);
    }
};

LibraryChatStore::LibraryChatStore(Library &library, const QString &cardFile, const QString &rescueFolder)
    : m_library(library)
    , m_cardFile(cardFile)
    , m_rescueFolder(rescueFolder.isEmpty() ? rescuedChatsFolder() : rescueFolder)
    , m_known(std::make_shared<Known>())
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

void LibraryChatStore::noteRead(const QString &name, const FileVersion &version)
{
    m_library.perform(
        [name, version, known = m_known](LibraryStore &) -> Result<void> {
            known->versions.insert(name, version);
            return {};
        },
        &m_context, [](const Result<void> &) {});
}

// The library shows what failed, so a failure is one of the job as well; and one of the library (it is not
// open, no memory is left) is one of the chat.
void LibraryChatStore::run(const Base &base, const Chat &chat, const Work &work, Done done)
{
    auto outcome = std::make_shared<StoreOutcome>();
    m_library.save(
        label(chat.name),
        [job = Job{reference(chat.name), base, chat, m_rescueFolder, m_known}, work,
         outcome](LibraryStore &store) mutable -> Result<void> {
            const QString apart = job.known->apart.value(job.target.name);
            if (!apart.isEmpty())
                job.target.name = job.chat.name = apart;
            *outcome = work(store, job);
            if (!apart.isEmpty() && outcome->kind == StoreOutcome::Kind::Done && !outcome->reconciled)
                outcome->reconciled = Job::setApart(job.chat);
            if (outcome->kind == StoreOutcome::Kind::Failed)
                return std::unexpected(outcome->error);
            // The chat is saved in any case: one that no group lists is told of when the library opens.
            if (const QString group = job.known->unlisted.take(job.target.name); !group.isEmpty())
                static_cast<void>(listGroupChat(store, group, job.target.name));
            return {};
        },
        &m_context,
        [outcome, done = std::move(done)](const Result<void> &saved) {
            if (!saved && outcome->kind == StoreOutcome::Kind::Done)
                *outcome = {.kind = StoreOutcome::Kind::Failed, .error = saved.error()};
            done(*outcome);
        });
}

// A version that cannot be kept does not hold up what was said since; it is kept when it can be.
Result<void> LibraryChatStore::keepFormer(LibraryStore &store, const ChatReference &target, Known &known)
{
    if (!known.unkept.contains(target.name)) {
        if (const auto former = dueChatVersion(store.layout(), target))
            known.unkept.insert(target.name, {*former, QDateTime::currentDateTimeUtc()});
    }
    const auto former = known.unkept.constFind(target.name);
    if (former == known.unkept.cend())
        return {};
    auto kept = keepChatVersion(store.layout(), target, former->bytes, former->saved);
    if (kept)
        known.unkept.erase(former);
    return kept;
}

void LibraryChatStore::keepFormerLater(const QString &name)
{
    m_library.keepSaving(
        u"snug/versions/"_s + placeOfChat(m_library.layout(), reference(name)),
        [target = reference(name), known = m_known](LibraryStore &store) -> Result<void> {
            const ChatReference present{.cardFile = target.cardFile,
                                        .name = known->apart.value(target.name, target.name)};
            return known->unkept.contains(present.name) ? keepFormer(store, present, *known) : Result<void>();
        });
}

void LibraryChatStore::append(const Base &base, const Chat &chat, qsizetype first, Done done)
{
    const auto work = [first](LibraryStore &store, const Job &job) {
        // Nothing grows that another program has removed: it is written again.
        if (!stampOf(chatPath(store.layout(), job.target)).exists())
            return job.merge(store);
        return job.save(store, [&](const FileVersion &version) {
            return appendMessages(store, job.target, job.chat.messages.mid(first), version);
        });
    };
    run(base, chat, work, std::move(done));
}

void LibraryChatStore::rewrite(const Base &base, const Chat &chat, Done done)
{
    auto isFormerKept = std::make_shared<bool>(true);
    const auto work = [isFormerKept](LibraryStore &store, const Job &job) {
        if (job.isNameTaken(store))
            return job.saveApart(store);
        *isFormerKept = keepFormer(store, job.target, *job.known).has_value();
        return job.save(store, [&](const FileVersion &version) {
            return rewriteChat(store, job.target, job.chat, version);
        });
    };
    run(base, chat, work,
        [this, name = chat.name, isFormerKept, done = std::move(done)](const StoreOutcome &outcome) {
            if (!*isFormerKept)
                keepFormerLater(name);
            done(outcome);
        });
}

void LibraryChatStore::look(const Base &base, const Chat &chat, Done done)
{
    const auto work = [](LibraryStore &store, const Job &job) -> StoreOutcome {
        const auto reconciled = job.reconcile(store, false);
        if (!reconciled) // nothing was to be saved, so nothing has to be kept elsewhere
            return {.kind = StoreOutcome::Kind::Failed, .error = reconciled.error()};
        return {.reconciled = job.news(*reconciled)};
    };
    run(base, chat, work, std::move(done));
}

void LibraryChatStore::discard(const QString &name, Done done)
{
    m_library.save(
        label(name),
        [target = reference(name), known = m_known](LibraryStore &store) mutable -> Result<void> {
            if (const QString apart = known->apart.take(target.name); !apart.isEmpty())
                target.name = apart;
            // What nobody wrote or read here is another chat.
            const bool isOurs = known->versions.remove(target.name);
            if (!isOurs || !QFileInfo::exists(chatPath(store.layout(), target)))
                return {};
            const QString group = target.isGroup() ? groupOfChat(store, target.name) : QString();
            if (group.isEmpty())
                return deleteChat(store, target).transform([](const TrashItem &) {});
            known->unlisted.insert(target.name, group);
            return deleteGroupChat(store, group, target.name).transform([](const TrashItem &) {});
        },
        &m_context,
        [done = std::move(done)](const Result<void> &gone) {
            done(gone ? StoreOutcome{}
                      : StoreOutcome{.kind = StoreOutcome::Kind::Failed, .error = gone.error()});
        });
}

} // namespace snug
