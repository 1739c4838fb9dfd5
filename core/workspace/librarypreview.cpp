#include "core/workspace/librarypreview.h"

#include "core/chat/greetingtexts.h"
#include "core/chat/unsenttexts.h"
#include "core/library/chatfiles.h"
#include "core/library/groupfiles.h"
#include "core/library/statefile.h"
#include "core/wire/keychain.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

// A connection that needs a key is complete with any; the keyring is not asked, and what is shown of the
// request has no keys.
class LibraryPreview::NoKeys : public KeyStore
{
public:
    void read(const QString &, QObject *context, const Done &done) override
    {
        QMetaObject::invokeMethod(
            context, [done] { done({.key = Secret("key"_ba), .place = KeyPlace::ThisRun}); },
            Qt::QueuedConnection);
    }
    void write(const QString &, const Secret &, QObject *, const Done &) override {}
    void remove(const QString &, QObject *, const Done &) override {}
};

// Every request ends at once as if nobody listened.
class LibraryPreview::NoNetwork : public Transport
{
    class Refused : public Exchange
    {
    public:
        Refused()
        {
            QMetaObject::invokeMethod(
                this, [this] { Q_EMIT ended({.kind = ExchangeEnd::Kind::Refused, .detail = {}}); },
                Qt::QueuedConnection);
        }
        void cancel() override {}
    };

public:
    std::unique_ptr<Exchange> send(const WireRequest &, int) override { return std::make_unique<Refused>(); }
};

LibraryPreview::LibraryPreview(Wish wish, ConsentStore &consents, QObject *parent)
    : QObject(parent)
    , m_wish(std::move(wish))
    , m_keys(std::make_unique<NoKeys>())
    , m_network(std::make_unique<NoNetwork>())
    , m_workspace({.library = m_library, .transport = *m_network, .keys = *m_keys, .consents = consents},
                  {.understudyPace = 0, .historyLimit = -1, .changesNothing = true})
{
    connect(&m_library, &Library::opened, this, &LibraryPreview::restoreChoices);
    connect(&m_library, &Library::openFailed, this, &LibraryPreview::failed);
    const auto refresh = [this] {
        if (!m_session)
            return greet();
        m_session->setLink(m_workspace.connections.link());
        m_session->upcoming().update();
        look();
    };
    connect(&m_workspace.content, &ActiveContent::changed, this, refresh);
    connect(&m_workspace.connections, &Connections::linkChanged, this, refresh);
}

LibraryPreview::~LibraryPreview() = default;

void LibraryPreview::start()
{
    m_library.open(m_wish.library, m_wish.outsideFolders, LibraryAccess::ReadOnly);
}

void LibraryPreview::restoreChoices()
{
    m_library.perform(
        [path = m_library.layout().sessionFile()](LibraryStore &) -> Result<StateRead> {
            return readState(path, checkActiveChoices);
        },
        this,
        [this](const Result<StateRead> &state) {
            m_workspace.content.choices().restore(readActiveChoices(state ? state->bytes : QByteArray()));
            openChat();
        });
}

// Whose chat the file is, by where it lies.
Result<std::pair<ChatReference, QString>> LibraryPreview::find() const
{
    const LibraryLayout &layout = m_library.layout();
    const LibraryContents &contents = m_library.contents();
    const QFileInfo file(QDir(layout.root()).absoluteFilePath(m_wish.chat));
    const QString name = file.completeBaseName();
    const auto lies = [folder = file.absoluteDir()](const QString &path) { return folder == QDir(path); };
    if (lies(layout.folder(LibraryLayout::Folder::GroupChats))) {
        for (const GroupSummary &group : contents.groups) {
            if (chatNames(group.group).contains(name))
                return std::pair(ChatReference{.cardFile = {}, .name = name}, group.file);
        }
        return failure(tr("belongs to no group of the library"), {}, m_wish.chat,
                       tr("Groups name their chats in groups/."));
    }
    if (const QString alone = modelAloneFile(); lies(layout.chatFolder(alone)))
        return std::pair(ChatReference{.cardFile = alone, .name = name}, alone);
    for (const CardSummary &card : contents.cards) {
        if (lies(layout.chatFolder(card.file)))
            return std::pair(ChatReference{.cardFile = card.file, .name = name}, card.file);
    }
    return failure(tr("is not a chat of the library %1").arg(layout.root()), {}, m_wish.chat,
                   tr("Chats lie in chats/<character>/ and in “group chats”."));
}

void LibraryPreview::openChat()
{
    const auto found = find();
    if (!found) {
        Q_EMIT failed(found.error());
        return;
    }
    const auto [reference, owner] = *found;
    using Read = std::pair<LoadedChat, std::optional<QString>>; // and what was typed
    m_library.perform(
        [reference](LibraryStore &store) -> Result<Read> {
            auto chat = loadChat(store, reference);
            if (!chat)
                return std::unexpected(chat.error());
            const auto texts =
                readStateFile(unsentTextsFile(store.layout(), reference)).and_then(readUnsentTexts);
            const auto typed = texts ? std::optional(unsentDraft(*texts, chat->chat)) : std::nullopt;
            return Read(*std::move(chat), typed);
        },
        this,
        [this, reference, owner](const Result<Read> &read) {
            if (!read) {
                Q_EMIT failed(read.error());
                return;
            }
            const auto &[loaded, typed] = *read;
            if (!loaded.warnings.isEmpty())
                Q_EMIT warned(loaded.warnings);
            const QString old =
                m_workspace.content.choices().now().drafts.value(reference.cardFile + u'/' + reference.name);
            m_draft = m_wish.draft.value_or(typed.value_or(old));
            m_workspace.enterChat(reference, owner, loaded.chat);
            if (!isGreetingMissing(reference, loaded))
                return show(loaded.chat);
            m_unsaid = loaded.chat;
            greet();
        });
}

// As the window does it.
void LibraryPreview::greet()
{
    if (!m_unsaid || m_greeting || !m_workspace.content.isReady())
        return;
    const Chat chat = *m_unsaid;
    const std::optional<Card> &card = m_workspace.content.card();
    if (!card)
        return show(chat);
    const PromptInputs inputs = m_workspace.content.inputs();
    const QDateTime now = m_wish.now ? m_wish.now() : QDateTime::currentDateTime();
    const std::optional<ScriptJob> scripts = greetingScripts(*card, inputs);
    if (!scripts)
        return show(greetedChat(chat, *card, inputs, now));
    m_greeting = std::make_unique<ScriptTask>(*scripts);
    connect(m_greeting.get(), &ScriptTask::done, this,
            [this, chat, greeting = *card, inputs, now](const ScriptedTexts &scripted) {
                show(greetedChat(chat, withGreetings(greeting, scripted), inputs, now));
            });
}

void LibraryPreview::show(const Chat &chat)
{
    m_unsaid.reset();
    SessionHooks hooks = m_workspace.sessionHooks();
    hooks.now = m_wish.now;
    hooks.seed = m_wish.seed;
    m_session = std::make_unique<ChatSession>(chat, std::move(hooks), nullptr, true);
    connect(&m_session->preview(), &PromptPreview::ready, this, &LibraryPreview::look);
    m_session->setLink(m_workspace.connections.link());
    m_session->setDraft(m_draft);
    look();
}

// Done when nothing is being read, counted or assembled, and a round trip through the library's thread has
// brought nothing new.
void LibraryPreview::look()
{
    const PromptPreview &preview = m_session->preview();
    if (m_isDone || preview.isBusy() || !m_workspace.content.isReady() || !m_workspace.attached.isReady() ||
        !m_workspace.connections.isReady())
        return;
    const quint64 newest = preview.current().generation;
    if (newest == 0)
        return;
    if (newest != m_seen) {
        m_seen = newest;
        m_library.perform([](LibraryStore &) { return Result<void>(); }, this,
                          [this](const Result<void> &) { look(); });
        return;
    }
    m_isDone = true;
    Q_EMIT ready(preview.current());
}

} // namespace snug
