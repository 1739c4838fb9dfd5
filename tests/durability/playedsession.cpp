#include "tests/durability/playedsession.h"

#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "tests/durability/chatlines.h"

#include <QCoreApplication>
#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug::durability {

namespace {

const QString CardFile = u"Mira.png"_s;

void say(const QByteArray &line)
{
    const QByteArray whole = line + '\n';
    for (qsizetype done = 0; done < whole.size();) {
        const ssize_t written = ::write(STDOUT_FILENO, whole.constData() + done, size_t(whole.size() - done));
        if (written <= 0)
            return;
        done += written;
    }
}

void say(const QByteArray &word, const Error &error)
{
    say(word + ' ' + error.line().replace(u'\n', u'|').toUtf8());
}

// The file of the chat with that name.
QByteArray spelt(const QString &name)
{
    return QString(u"chats/Mira/"_s + name + u".jsonl"_s).toUtf8().toPercentEncoding();
}

AssembledPrompt assemblePlainly(const PromptInputs &inputs, const std::stop_token &)
{
    AssembledPrompt prompt;
    const auto add = [&](Role role, const QString &text) {
        prompt.messages.append({.role = role, .content = TracedText(text, Source()), .source = {}});
    };
    add(Role::System, u"Answer."_s);
    for (const Message &message : inputs.chat.messages)
        add(message.isUser ? Role::User : Role::Assistant, message.text);
    if (!inputs.userText.isEmpty())
        add(Role::User, inputs.userText);
    return prompt;
}

} // namespace

// Hands over from the event loop: what is written has been said then.
class PlayedSession::Store : public ChatStore
{
public:
    // `setApart`: is told which chat is in a file of another name.
    using SetApart = std::function<void(const QString &name, const QString &other)>;

    Store(Library &library, const QString &rescueFolder, SetApart setApart)
        : files(library, CardFile, rescueFolder)
        , m_setApart(std::move(setApart))
    {
    }
    ~Store() override { handOver(); }

    void append(const Base &base, const Chat &chat, qsizetype first, Done done) override
    {
        later([=, this] { files.append(base, chat, first, noting(chat.name, done)); });
    }
    void rewrite(const Base &base, const Chat &chat, Done done) override
    {
        later([=, this] { files.rewrite(base, chat, noting(chat.name, done)); });
    }
    void look(const Base &base, const Chat &chat, Done done) override
    {
        later([=, this] { files.look(base, chat, done); });
    }
    void discard(const QString &name, Done done) override
    {
        later([=, this] { files.discard(name, done); });
    }

    LibraryChatStore files;

private:
    Done noting(const QString &name, const Done &done)
    {
        return [this, name, done](const StoreOutcome &outcome) {
            if (outcome.reconciled && outcome.reconciled->fate == ReconciledChat::Fate::Apart)
                m_setApart(name, outcome.reconciled->merge.chat.name);
            done(outcome);
        };
    }
    void later(const std::function<void()> &call)
    {
        m_calls.append(call);
        QMetaObject::invokeMethod(&m_context, [this] { handOver(); }, Qt::QueuedConnection);
    }
    void handOver()
    {
        while (!m_calls.isEmpty())
            m_calls.takeFirst()();
    }

    SetApart m_setApart;
    QList<std::function<void()>> m_calls;
    QObject m_context;
};

PlayedSession::PlayedSession(const QString &root, const QUrl &server)
    : m_server(server)
    , m_history(&m_library, Ledger::usualLimit)
    , m_rescueFolder(root + u".unsaved"_s)
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    connect(&m_library, &Library::opened, this, [this] {
        say("opened");
        openChat(u"One"_s);
    });
    connect(&m_library, &Library::openFailed, this, [this](const Error &error) {
        say("openfailed", error);
        m_hasFailed = true; // and may be told to quit
        m_next.start(0);
    });
    connect(&m_library, &Library::changed, this, [this](const LibraryChange &change) {
        if (m_session && change.kind == LibraryChange::Kind::Chats &&
            change.origin == LibraryChange::Origin::Outside && change.names.contains(m_session->chat().name))
            m_session->record().saver().noteOutsideChange(m_session->chat());
    });
    connect(&m_history, &RequestHistory::kept, this, [](const QString &id) { say("kept " + id.toUtf8()); });
    connect(&m_input, &QSocketNotifier::activated, this, &PlayedSession::read);
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &PlayedSession::playNext);
    m_settling.setInterval(1ms);
    connect(&m_settling, &QTimer::timeout, this, &PlayedSession::settle);
    m_library.open(root);
}

PlayedSession::~PlayedSession()
{
    leave();
}

void PlayedSession::openChat(const QString &name)
{
    if (m_session && m_session->chat().name == name)
        return m_next.start(0);
    const ChatReference reference{.cardFile = CardFile, .name = name};
    leave();
    if (auto left = m_left.take(reference)) {
        m_said = m_savers.value(left->saver.get());
        m_store = std::move(left->store);
        return show(left->chat, std::move(left->saver));
    }
    if (isBeingSaved(name)) // it is what a branch came from
        return QTimer::singleShot(1ms, this, [this, name] { openChat(name); });
    m_library.perform(
        [reference](LibraryStore &store) -> Result<std::optional<LoadedChat>> {
            if (!QFile::exists(chatPath(store.layout(), reference)))
                return std::nullopt;
            return loadChat(store, reference).transform([](const LoadedChat &chat) {
                return std::optional(chat);
            });
        },
        this,
        [this, name](const Result<std::optional<LoadedChat>> &loaded) {
            if (!loaded) {
                say("loadfailed", loaded.error());
                m_hasFailed = true;
                return m_next.start(0);
            }
            if (!*loaded) {
                say("begun " + spelt(name));
                return begin({.name = name, .header = newChatHeader(u"one"_s), .messages = {}}, std::nullopt);
            }
            if ((*loaded)->tornBytes > 0)
                say("torn " + QByteArray::number((*loaded)->tornBytes));
            if (!(*loaded)->warnings.isEmpty())
                say("unreadable " + QByteArray::number((*loaded)->warnings.size()));
            begin((*loaded)->chat, (*loaded)->version);
        });
}

// By a saver whose chat has gone on in a branch.
bool PlayedSession::isBeingSaved(const QString &name) const
{
    return std::ranges::any_of(m_left.chats(), [&](const auto &left) {
        const SaidPtr said = m_savers.value(left->saver.get());
        return said && said->names.contains(name);
    });
}

// `version`: of its file; nothing = it has none.
void PlayedSession::begin(const Chat &chat, const std::optional<FileVersion> &version)
{
    m_said = std::make_shared<Said>();
    auto store =
        std::make_unique<Store>(m_library, m_rescueFolder,
                                [this](const QString &name, const QString &other) { setApart(name, other); });
    if (version)
        store->files.noteRead(chat.name, *version);
    auto saver = std::make_unique<ChatSaver>(store.get(), chat, version.has_value());
    saver->setRetryPause(50ms);
    m_store = std::move(store);
    follow(saver.get());
    show(chat, std::move(saver));
}

void PlayedSession::show(const Chat &chat, std::unique_ptr<ChatSaver> saver)
{
    m_session = std::make_unique<ChatSession>(chat, hooks(), std::move(saver));
    m_session->setLink(link());
    connect(m_session.get(), &ChatSession::changed, this, [this](const ChatChange &change) {
        if (change.name && m_branchedFrom.value(change.name->first) == change.name->second)
            say("discarded " + spelt(change.name->first)); // a branch was taken back
        else if (change.name && !m_branchedFrom.contains(change.name->second))
            m_branchedFrom.insert(change.name->second, change.name->first);
        tellState(m_session->chat(), *m_said);
    });
    connect(m_session.get(), &ChatSession::replyChanged, this, &PlayedSession::tellReply);
    connect(&m_session->run().waiting(), &RetryWait::due, this, [] { say("asking"); });
    connect(m_session.get(), &ChatSession::merged, this, [this] {
        say("merged " + spelt(m_session->chat().name));
        watch({.cardFile = CardFile, .name = m_session->chat().name}); // of another name, perhaps
    });
    watch({.cardFile = CardFile, .name = chat.name});
    tellState(chat, *m_said);
    if (m_session->record().saver().state().kind == SaveStatus::Kind::Saved &&
        m_session->record().saver().hasFile())
        say("saved " + QByteArray::number(m_said->newest.value(chat.name)) + ' ' + spelt(chat.name));
    m_next.start(0);
}

// Another program's bytes are seen as they come, and not only when something is to be saved.
void PlayedSession::watch(const ChatReference &reference)
{
    if (!m_watched.isEmpty())
        m_library.documentClosed(m_watched);
    m_watched = chatPath(m_library.layout(), reference);
    m_library.documentOpened(m_watched);
}

// Also when the chat has been left.
void PlayedSession::follow(ChatSaver *saver)
{
    m_savers.insert(saver, m_said);
    connect(saver, &ChatSaver::merged, saver, [] { say("merging"); }); // the session's state comes next
    connect(saver, &QObject::destroyed, this, [this, saver] { m_savers.remove(saver); });
    connect(saver, &ChatSaver::stateChanged, saver, [said = m_said](const SaveStatus &status) {
        if (status.kind == SaveStatus::Kind::Failed)
            say("failed", status.error);
        if (status.kind != SaveStatus::Kind::Saved)
            return;
        for (const QString &name : std::as_const(said->names))
            say("saved " + QByteArray::number(said->newest.value(name)) + ' ' + spelt(name));
    });
}

void PlayedSession::leave()
{
    if (!m_session)
        return;
    m_session->stop();
    ChatRecord &record = m_session->record();
    if (record.saver().state().kind == SaveStatus::Kind::Gone)
        record.saver().rewrite(record.chat());
    m_left.keep({.reference = {.cardFile = CardFile, .name = record.chat().name},
                 .owner = CardFile,
                 .chat = record.chat(),
                 .store = std::move(m_store),
                 .saver = record.releaseSaver()});
    m_session.reset();
    m_store.reset();
}

SessionHooks PlayedSession::hooks()
{
    SessionHooks hooks;
    hooks.inputs = [] {
        PromptInputs inputs;
        inputs.userName = u"Ada"_s;
        return inputs;
    };
    hooks.limits.untilRetry = 5ms; // as often as ever, but sooner
    hooks.assemble = assemblePlainly;
    hooks.isChatNameTaken = [this](const QString &name) {
        const QList<ChatSummary> chats = m_library.contents().chatsOf(CardFile);
        return m_branchedFrom.contains(name) ||
               std::ranges::any_of(chats, [&](const ChatSummary &chat) { return chat.name == name; });
    };
    return hooks;
}

ModelLink PlayedSession::link()
{
    Connection connection;
    connection.id = u"fault"_s;
    connection.name = u"Fault"_s;
    connection.baseUrl = m_server;
    connection.model = u"fault"_s;
    return {.connection = connection,
            .key = {},
            .provider = &providerFor(connection),
            .transport = &m_transport,
            .observer = &m_history};
}

// Told before the session takes the name over, if it does.
void PlayedSession::setApart(const QString &name, const QString &other)
{
    if (m_apart.contains(name))
        return; // it had been handed over under its former name
    m_apart.append(name);
    m_branchedFrom.insert(other, m_branchedFrom.value(name));
    say("apart " + spelt(name) + ' ' + spelt(other));
}

void PlayedSession::tellState(const Chat &chat, Said &said)
{
    QByteArrayList marks;
    for (const QByteArray &line : writeChat(chat).split('\n')) {
        if (!line.trimmed().isEmpty())
            marks.append(markOf(line));
    }
    said.names.removeAll(chat.name);
    said.names.append(chat.name);
    said.newest[chat.name] = ++m_states;
    say("state " + QByteArray::number(m_states) + ' ' + spelt(chat.name) + ' ' + marks.join(','));
}

void PlayedSession::tellReply()
{
    const ReplyState &reply = m_session->reply();
    if (reply.phase == m_phase)
        return;
    m_phase = reply.phase;
    say("reply " + QByteArray::number(int(reply.phase)), reply.error);
}

void PlayedSession::read()
{
    char bytes[65'536];
    const ssize_t size = ::read(STDIN_FILENO, bytes, sizeof(bytes));
    if (size <= 0) {
        m_input.setEnabled(false);
        return QCoreApplication::quit();
    }
    m_received.append(bytes, size);
    QByteArrayList lines = m_received.split('\n');
    m_received = lines.takeLast();
    for (const QByteArray &line : std::as_const(lines))
        m_commands.append(QString::fromUtf8(line));
    if ((m_session || m_hasFailed) && !m_next.isActive() && !m_settling.isActive())
        m_next.start(0);
}

void PlayedSession::playNext()
{
    if (m_commands.isEmpty())
        return;
    const QString command = m_commands.takeFirst();
    const QString word = command.section(u' ', 0, 0);
    const QString rest = command.section(u' ', 1);
    if (word == u"quit")
        return QCoreApplication::quit();
    if (word == u"pause")
        return m_next.start(rest.toInt());
    if (word == u"chat")
        return openChat(rest);
    if (word == u"settle") {
        m_settlesSaved = rest == u"saved";
        return m_settling.start();
    }
    if (!m_session || !perform(word, rest))
        say("refused " + command.toUtf8());
    m_next.start(0);
}

bool PlayedSession::perform(const QString &word, const QString &rest)
{
    const qsizetype size = std::max<qsizetype>(1, m_session->chat().messages.size());
    const qsizetype row = rest.section(u' ', 0, 0).toLongLong() % size;
    if (word == u"send")
        return m_session->send(rest);
    if (word == u"swipe" || word == u"back")
        return m_session->swipe(size - 1, word == u"swipe" ? 1 : -1);
    if (word == u"regenerate")
        return m_session->generate(GenerationType::Regenerate);
    if (word == u"continue")
        return m_session->generate(GenerationType::Continue);
    if (word == u"again")
        return m_session->retry();
    if (word == u"edit")
        return m_session->edits().edit(row, rest.section(u' ', 1));
    if (word == u"remove")
        return m_session->edits().remove(row, 1);
    if (word == u"hide")
        return m_session->edits().setHidden(row, row, true);
    if (word == u"undo")
        return m_session->undo();
    if (word == u"redo")
        return m_session->redo();
    if (word == u"branch")
        return m_session->edits().branch(row);
    if (word == u"stop")
        m_session->stop();
    else if (word == u"retry")
        m_session->record().saver().retry();
    else
        return false;
    return true;
}

bool PlayedSession::isSettled() const
{
    const auto isAtRest = [this](const ChatSaver &saver) {
        return m_settlesSaved ? saver.state().kind == SaveStatus::Kind::Saved
                              : saver.state().kind != SaveStatus::Kind::Saving;
    };
    return m_library.saveState().pending == 0 &&
           std::ranges::all_of(m_left.chats(), [&](const auto &left) { return isAtRest(*left->saver); }) &&
           (!m_session || (!m_session->reply().isUnderWay() && !m_session->run().waiting().isWaiting() &&
                           !m_session->preview().isBusy() && isAtRest(m_session->record().saver())));
}

void PlayedSession::settle()
{
    if (!isSettled())
        return;
    m_settling.stop();
    say("settled");
    m_next.start(0);
}

} // namespace snug::durability
