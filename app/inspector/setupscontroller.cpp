#include "app/inspector/setupscontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/inspector/changescontroller.h"
#include "core/chat/chatmessage.h"
#include "core/chat/chatsession.h"
#include "core/chat/replyplan.h"
#include "core/guarded.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/tokens/loadtokenizer.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QLocale>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

SetupsController::SetupsController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    for (Side &side : m_sides)
        connect(&side.preview, &PromptPreview::ready, this, &SetupsController::compare);
    connect(&m_comparing, &QFutureWatcherBase::finished, this, [this] {
        if (m_isDue)
            compare();
        if (!m_window || m_comparing.future().resultCount() == 0)
            return;
        const Comparison found = m_comparing.result();
        m_window->setPrompts(found.first, found.second, found.changes, found.cached);
    });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        stop();
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::snapshotChanged, this, &SetupsController::follow);
        follow();
    });
    const auto refresh = [this] {
        if (!m_window || !m_window->isVisible())
            return;
        offer();
        for (int side = 0; side < sides; ++side)
            load(side);
    };
    connect(&app.library, &Library::changed, this, refresh);
    connect(&app.workspace.connections, &Connections::connectionsChanged, this, refresh);
    connect(&app.workspace.connections, &Connections::linkChanged, this, refresh);
    connect(&app.library, &Library::closed, this, [this] {
        if (m_window)
            m_window->close();
    });
    connect(&app.window, &MainWindow::closing, this, [this] {
        if (m_window)
            m_window->close();
    });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_window)
            m_window->setTheme(theme);
    });
}

SetupsController::~SetupsController()
{
    stop();
    m_comparing.waitForFinished(); // milliseconds; it works on values only
    delete m_window;
}

void SetupsController::make()
{
    m_window = new SetupsWindow;
    m_window->setTheme(m_app.theme.theme());
    connect(m_window, &SetupsWindow::choiceChanged, this,
            [this](int side) { choose(side, m_window->choice(side)); });
    connect(m_window, &SetupsWindow::sendRequested, this, &SetupsController::send);
    connect(m_window, &SetupsWindow::stopRequested, this, &SetupsController::stop);
    connect(m_window, &SetupsWindow::keepRequested, this, &SetupsController::keepReply);
    connect(m_window, &SetupsWindow::closing, this, &SetupsController::stop);
}

void SetupsController::open()
{
    if (!m_window)
        make();
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
    offer();
    for (int side = 0; side < sides; ++side)
        load(side);
}

void SetupsController::offer()
{
    const LibraryContents &contents = m_app.library.contents();
    const bool completesText = m_app.workspace.connections.link().connection.completesText();
    SetupOffers offers;
    for (const PresetSummary &preset : contents.presets)
        offers.presets.append(preset.name);
    for (const Connection &connection : m_app.workspace.connections.connections()) {
        if (connection.completesText() == completesText) // others make another prompt altogether
            offers.connections.append(
                {connection.id, connection.model.isEmpty()
                                    ? connection.name
                                    //: %1 is a connection, %2 its model
                                    : tr("%1: %2").arg(connection.name, connection.model)});
    }
    for (const Persona &persona : contents.personas)
        offers.personas.append({persona.avatar, persona.name});
    for (const LorebookSummary &book : contents.lorebooks)
        offers.books.append(book.name);
    const QList<BookInEffect> books = m_app.workspace.content.lorebooks().inEffect();
    for (const BookInEffect &book : books)
        offers.booksInEffect.append(book.name);
    m_window->setOffers(offers);
}

void SetupsController::choose(int side, const SetupChoice &choice)
{
    if (at(side).choice == choice)
        return;
    at(side).choice = choice;
    if (m_window && m_window->choice(side) != choice)
        m_window->setChoice(side, choice);
    load(side);
}

// What is not there any more stays as it is in effect, and the window says so.
template <typename Job, typename Take> void SetupsController::read(int side, Job job, Take take)
{
    ++at(side).loading;
    m_app.library.perform(std::move(job), this,
                          [this, side, take, round = at(side).round](const auto &result) {
                              if (round != at(side).round)
                                  return;
                              --at(side).loading;
                              if (result)
                                  take(*result);
                              else if (m_window)
                                  m_window->setProblem(result.error().line());
                              loaded(side);
                          });
}

void SetupsController::load(int side)
{
    Side &made = at(side);
    ++made.round;
    made.loading = 1;
    made.setup = {};
    if (m_window)
        m_window->setProblem({});
    if (const QString name = made.choice.preset; !name.isEmpty())
        read(
            side, [name](LibraryStore &store) { return loadPreset(store, name); },
            [this, side, name](const LoadedDocument<Preset> &preset) {
                at(side).setup.preset = m_app.workspace.content.edited().preset(name, preset.value);
            });
    if (!made.choice.persona.isEmpty()) {
        const QList<Persona> &personas = m_app.library.contents().personas;
        const auto persona = std::ranges::find(personas, made.choice.persona, &Persona::avatar);
        if (persona != personas.cend())
            made.setup.persona = *persona;
    }
    if (made.choice.books)
        loadBooks(side, *made.choice.books);
    loadModel(side);
    --made.loading;
    loaded(side);
}

// Those in effect keep the place that they have through whom they are in effect.
void SetupsController::loadBooks(int side, const QStringList &names)
{
    at(side).setup.lorebooks = QList<ActiveLorebook>();
    const QList<BookInEffect> effective = m_app.workspace.content.lorebooks().inEffect();
    for (const QString &name : names) {
        const auto known = std::ranges::find(effective, name, &BookInEffect::name);
        const auto scope = known == effective.cend() ? ActiveLorebook::Scope::Global : known->scope;
        read(
            side, [name](LibraryStore &store) { return loadLorebook(store, name); },
            [this, side, name, scope](const LoadedDocument<Lorebook> &document) {
                std::optional<Lorebook> book =
                    m_app.workspace.content.edited().lorebook(name, document.value);
                book->name = name;
                at(side).setup.lorebooks->append({*book, scope});
            });
    }
}

// Its key and its tokenizer: both may take a while.
void SetupsController::loadModel(int side)
{
    const QString id = at(side).choice.connection;
    at(side).link = m_app.workspace.connections.link();
    if (id.isEmpty())
        return;
    ++at(side).loading;
    m_app.workspace.connections.withLink(
        id, {}, this, [this, side, round = at(side).round](const ModelLink &link) {
            if (round != at(side).round)
                return;
            at(side).link = link;
            const Connection &connection = link.connection;
            at(side).setup.model = PromptSetup::Model{connection.model, nullptr, connection.contextSize};
            const QString tokenizer = m_app.workspace.counting.tokenizerOf(connection);
            using Loaded = Result<TokenCounterPtr>;
            auto *watcher = new QFutureWatcher<Loaded>(this);
            connect(watcher, &QFutureWatcher<Loaded>::finished, this, [this, watcher, side, round] {
                watcher->deleteLater();
                if (round != at(side).round)
                    return;
                if (const Loaded counter = watcher->result())
                    at(side).setup.model->counter = *counter;
                --at(side).loading;
                loaded(side);
            });
            watcher->setFuture(QtConcurrent::run(guarded([tokenizer] { return loadTokenizer(tokenizer); })));
        });
}

void SetupsController::loaded(int side)
{
    if (at(side).loading == 0)
        follow();
}

void SetupsController::follow()
{
    if (!m_window || !m_window->isVisible())
        return;
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return m_window->setProblem(tr("No chat is open."));
    for (Side &side : m_sides) {
        if (side.loading == 0)
            side.preview.update({withSetup(session->upcoming().untouched(), side.setup), side.link});
    }
}

void SetupsController::compare()
{
    if (!m_window || !m_window->isVisible() || at(0).preview.isBusy() || at(1).preview.isBusy() ||
        at(0).preview.current().generation == 0 || at(1).preview.current().generation == 0)
        return;
    m_isDue = m_comparing.isRunning();
    if (m_isDue)
        return;
    m_comparing.setFuture(QtConcurrent::run(guarded(
        [first = at(0).preview.current().prompt, second = at(1).preview.current().prompt,
         last = m_app.changes.lastPrompt()] {
            Comparison found{
                .first = first, .second = second, .changes = promptChanges(first, second), .cached = {}};
            if (last)
                found.cached = {promptPrefix(*last, first), promptPrefix(*last, second)};
            return found;
        },
        [](const Error &error) {
            Comparison found;
            for (AssembledPrompt *prompt : {&found.first, &found.second})
                prompt->failure = PromptFailure{.error = error};
            return found;
        })));
}

void SetupsController::send()
{
    for (int side = 0; side < sides; ++side) {
        Side &made = at(side);
        made.asked = made.preview.current();
        if (!made.asked.request || made.preview.isBusy() || !made.link.isComplete()) {
            m_window->setReply(side, {.text = {},
                                      .note = tr("There is no connection to send it over."),
                                      .isUnderWay = false,
                                      .canBeTaken = false});
            continue;
        }
        made.turn = std::make_unique<Turn>(made.link, *made.asked.request,
                                           [] { return QDateTime::currentDateTime(); });
        made.turn->setSubject({.kind = TurnSubject::Kind::Compared,
                               .type = {},
                               .prompt = std::make_shared<const AssembledPrompt>(made.asked.prompt),
                               .about = side == 0 ? tr("Set-up A") : tr("Set-up B"),
                               .row = -1,
                               .swipe = 0});
        for (const auto signal : {&Turn::progressed, &Turn::ended})
            connect(made.turn.get(), signal, this, [this, side] { showReply(side); });
        made.turn->start();
        showReply(side);
    }
}

void SetupsController::showReply(int side)
{
    const Side &made = at(side);
    if (!m_window || !made.turn)
        return;
    const TurnState &state = made.turn->state();
    SetupReply reply{.text = state.text,
                     .note = tr("waiting…"),
                     .isUnderWay = !state.isOver(),
                     .canBeTaken = state.isOver() && !state.text.isEmpty()};
    if (state.phase == TurnState::Phase::Failed)
        reply.note = state.error.what + u". "_s + state.error.hint;
    else if (state.isOver() && state.usage && state.usage->completion)
        reply.note = tr("%n tokens, as the server says", nullptr, *state.usage->completion);
    else if (state.isOver())
        reply.note = tr("done");
    m_window->setReply(side, reply);
}

void SetupsController::stop()
{
    for (Side &side : m_sides) {
        if (side.turn && !side.turn->state().isOver())
            side.turn->stop();
    }
}

// Along with what was typed, if the prompt held it.
void SetupsController::keepReply(int side)
{
    ChatSession *session = m_app.chat.session();
    const Side &made = at(side);
    if (!session || !made.turn || !made.turn->state().isOver())
        return;
    if (session->chat() != made.asked.inputs.chat)
        return m_window->setProblem(tr("The chat has continued since then. Send both again."));
    const TurnState &state = made.turn->state();
    const std::optional<ReplyPlan> plan =
        planReply(session->chat(), GenerationType::Normal, made.asked.inputs);
    if (!plan)
        return;
    QList<Message> messages;
    const bool isTyped = !m_app.chat.draft().isEmpty() && !made.asked.prompt.typedText.isEmpty() &&
                         made.asked.inputs.userText == session->snapshot().userText;
    if (isTyped) {
        const PromptInputs &inputs = made.asked.inputs;
        const QString user = inputs.persona ? inputs.persona->name : inputs.userName;
        messages.append(userMessage({.name = user, .forcedAvatar = {}, .originalAvatar = {}},
                                    made.asked.prompt.typedText, state.started));
    }
    Reply reply = replyOf(state, made.turn->link().connection);
    reply.request = made.turn->recordId();
    messages.append(replyMessage(plan->speaker, reply));
    if (!session->edits().change(
            UndoAction::Reply, {insertMessages(session->chat(), session->chat().messages.size(), messages)}))
        return;
    if (isTyped)
        m_app.chat.setDraft({});
    m_window->setReply(side, {.text = state.text,
                              .note = tr("It is in the chat now; Undo removes it."),
                              .isUnderWay = false,
                              .canBeTaken = false});
}

} // namespace snug
