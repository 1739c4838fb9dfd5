#include "app/inspector/lorereplaycontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/guarded.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QtConcurrentRun>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr auto EditPause = 200ms;
constexpr auto LookPause = 40ms;
constexpr auto TickPause = 50ms;

// Nothing that a replay reads is different.
bool isSameReplay(const PromptInputs &a, const PromptInputs &b)
{
    return a.lorebooks == b.lorebooks && a.chat == b.chat && a.settings == b.settings && a.card == b.card &&
           a.group == b.group && a.persona == b.persona && a.preset == b.preset &&
           a.textCompletion == b.textCompletion && a.regexScripts == b.regexScripts && a.mode == b.mode &&
           a.knowledge == b.knowledge && a.counter == b.counter && a.contextSize == b.contextSize &&
           a.maxTokens == b.maxTokens && a.globalVariables == b.globalVariables && a.avatar == b.avatar &&
           a.tagMap == b.tagMap;
}

PromptInputs withBook(PromptInputs inputs, const QString &name, const std::optional<Lorebook> &book)
{
    const auto own = std::ranges::find(inputs.lorebooks, name,
                                       [](const ActiveLorebook &active) { return active.book.name; });
    if (own == inputs.lorebooks.end()) {
        if (book)
            inputs.lorebooks.append({*book, ActiveLorebook::Scope::Global});
    } else if (book) {
        own->book = *book;
    } else {
        inputs.lorebooks.removeIf([&](const ActiveLorebook &active) { return active.book.name == name; });
    }
    return inputs;
}

QString reasonAt(const LoreTrialResult &trial, qsizetype entry)
{
    if (entry < 0 || entry >= trial.rows.size())
        return {};
    const LoreTrace &row = trial.rows.at(entry);
    const QString miss = loreMissText(trial.misses.value(entry));
    if (miss.isEmpty())
        return loreReason(row);
    return row.gate == LoreGate::KeyNotFound ? miss : u"%1. %2"_s.arg(loreReason(row), miss);
}

} // namespace

LoreReplayController::LoreReplayController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    for (QTimer *timer : {&m_pause, &m_lookPause})
        timer->setSingleShot(true);
    m_pause.setInterval(EditPause);
    m_lookPause.setInterval(LookPause);
    m_tick.setInterval(TickPause);
    connect(&m_pause, &QTimer::timeout, this, &LoreReplayController::begin);
    connect(&m_lookPause, &QTimer::timeout, this, [this] { findReasons(m_looked); });
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (m_window && m_isRunning)
            m_window->setProgress(m_progress->done, m_progress->count);
    });
    for (Side *side : {&m_before, &m_after})
        connect(&side->watcher, &QFutureWatcherBase::finished, this, [this, side] { onReplayed(*side); });
    connect(&m_comparing, &QFutureWatcherBase::finished, this, &LoreReplayController::finish);
    connect(&m_looking, &QFutureWatcherBase::finished, this, [this] {
        if (!m_window || m_lookStop.stop_requested() || m_looking.future().resultCount() == 0)
            return;
        const Reasons reasons = m_looking.result();
        m_window->setReasons(reasons.before, reasons.after);
    });
    connect(&app.workspace.content.edited(), &EditOverlay::changed, this, &LoreReplayController::follow);
    connect(&app.inspector, &Inspector::simulationRequested, this, [this] { open(); });
    connect(&app.workspace.content, &ActiveContent::changed, this, &LoreReplayController::follow);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::snapshotChanged, this, &LoreReplayController::follow);
        follow();
    });
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind != LibraryChange::Kind::Lorebooks)
            return;
        m_files.clear();
        showBooks();
        follow();
    });
    connect(&app.library, &Library::closed, this, [this] {
        m_files.clear();
        if (m_window)
            m_window->close();
    });
    connect(&app.window, &MainWindow::closing, this, [this] {
        if (m_window)
            m_window->hide();
    });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_window)
            m_window->setTheme(theme);
    });
}

LoreReplayController::~LoreReplayController()
{
    m_stop.request_stop();
    m_lookStop.request_stop();
    delete m_window;
}

void LoreReplayController::make()
{
    m_window = new LoreReplayWindow;
    m_window->setTheme(m_app.theme.theme());
    connect(m_window, &LoreReplayWindow::wished, this, [this](const LoreReplayWish &wish) {
        m_wish = wish;
        m_isCancelled = false;
        begin();
    });
    connect(m_window, &LoreReplayWindow::cancelRequested, this, &LoreReplayController::cancel);
    connect(m_window, &LoreReplayWindow::againRequested, this, [this] {
        m_isCancelled = false;
        m_before.replay.reset();
        m_after.replay.reset();
        begin();
    });
    connect(m_window, &LoreReplayWindow::reasonsRequested, this, [this](LoreHeatStrip::Cell cell) {
        m_looked = cell;
        m_lookPause.start();
    });
    connect(m_window, &LoreReplayWindow::messageRequested, this,
            [this](int message) { m_app.chat.reveal(message); });
    connect(m_window, &LoreReplayWindow::entryRequested, this, &LoreReplayController::entryRequested);
    connect(m_window, &LoreReplayWindow::closing, this, [this] {
        m_stop.request_stop();
        m_lookStop.request_stop();
    });
    showBooks();
}

void LoreReplayController::showBooks()
{
    if (!m_window)
        return;
    QStringList names;
    for (const LorebookSummary &book : m_app.library.contents().lorebooks)
        names.append(book.name);
    m_window->setBooks(names);
    m_window->setWish(m_wish);
}

void LoreReplayController::open(const QString &book)
{
    if (!m_window)
        make();
    if (!book.isEmpty()) {
        m_wish = {.book = book}; // from its editor: what the edit does
    } else if (m_wish.book.isEmpty()) {
        const QList<BookInEffect> books = m_app.workspace.content.lorebooks().inEffect();
        const QList<LorebookSummary> &all = m_app.library.contents().lorebooks;
        const QString first = !books.isEmpty() ? books.first().name
                              : all.isEmpty()  ? QString()
                                               : all.first().name;
        // Without an edit there is nothing to compare with the file.
        m_wish = {.book = first,
                  .against =
                      edited(first) ? LoreReplayWish::Against::Saved : LoreReplayWish::Against::Without};
    }
    m_window->setWish(m_wish);
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
    m_isCancelled = false;
    begin();
}

void LoreReplayController::follow()
{
    if (m_window && m_window->isVisible())
        m_pause.start();
}

// Nothing if no editor holds it, or it is as the file has it.
std::optional<Lorebook> LoreReplayController::edited(const QString &name) const
{
    std::optional<Lorebook> book = m_app.workspace.content.edited().lorebook(name, std::nullopt);
    if (book)
        book->name = name;
    return book;
}

std::optional<Lorebook> LoreReplayController::fileOf(const QString &name)
{
    const auto known = m_files.constFind(name);
    if (known != m_files.cend())
        return *known;
    if (m_loading.contains(name))
        return std::nullopt;
    m_loading.insert(name);
    m_app.library.perform([name](LibraryStore &store) { return loadLorebook(store, name); }, this,
                          [this, name](const Result<LoadedDocument<Lorebook>> &loaded) {
                              m_loading.remove(name);
                              if (!loaded) {
                                  if (m_window)
                                      m_window->showProblem(loaded.error().line());
                                  return;
                              }
                              Lorebook book = loaded->value;
                              book.name = name;
                              m_files.insert(name, book);
                              begin();
                          });
    return std::nullopt;
}

PromptInputs LoreReplayController::around() const
{
    const ChatSession *session = m_app.chat.session();
    PromptInputs inputs = session ? session->upcoming().untouched() : m_app.workspace.content.inputs();
    inputs.seed = 1; // throws are the same each time, as long as the books are
    return inputs;
}

void LoreReplayController::begin()
{
    if (!m_window || !m_window->isVisible() || m_wish.book.isEmpty() || m_isCancelled)
        return;
    using Against = LoreReplayWish::Against;
    const std::optional<Lorebook> file = fileOf(m_wish.book);
    const std::optional<Lorebook> other =
        m_wish.against == Against::OtherBook ? fileOf(m_wish.other) : std::nullopt;
    if (!file || (m_wish.against == Against::OtherBook && !other))
        return; // begins once they are read
    const PromptInputs inputs = around();
    const PromptInputs before =
        withBook(inputs, m_wish.book, m_wish.against == Against::Saved ? file : other);
    const PromptInputs after =
        withBook(inputs, m_wish.book, edited(m_wish.book).or_else([&] { return file; }));
    const bool isBeforeKnown = m_before.replay && isSameReplay(m_before.inputs, before);
    const bool isAfterKnown = m_after.replay && isSameReplay(m_after.inputs, after);
    if (m_isRunning && isSameReplay(m_before.inputs, before) && isSameReplay(m_after.inputs, after))
        return;
    if (isBeforeKnown && isAfterKnown && m_pair)
        return;
    m_stop.request_stop();
    m_stop = {};
    m_progress = std::make_shared<Progress>();
    m_progress->count =
        int(pastTurns(inputs.chat).size()) * ((isBeforeKnown ? 0 : 1) + (isAfterKnown ? 0 : 1));
    m_isRunning = true;
    m_window->setProgress(0, m_progress->count);
    m_tick.start();
    if (!isBeforeKnown)
        run(m_before, before);
    if (!isAfterKnown)
        run(m_after, after);
    if (isBeforeKnown && isAfterKnown)
        onReplayed(m_after);
}

void LoreReplayController::run(Side &side, const PromptInputs &inputs)
{
    side.inputs = inputs;
    side.inputs.loreCache = side.cache; // one for both would forget each side's entries at the other's turn
    side.replay.reset();
    const auto failed = [turns = pastTurns(inputs.chat)](const Error &error) {
        LoreReplay replay; // in which nothing fired
        replay.turns = turns;
        replay.tokens.resize(turns.size());
        replay.records.resize(turns.size());
        replay.warnings = {error.what};
        return Replayed(std::make_shared<const LoreReplay>(replay));
    };
    side.watcher.setFuture(QtConcurrent::run(guarded(
        [inputs = side.inputs, stop = m_stop.get_token(), progress = m_progress] {
            auto replay = std::make_shared<const LoreReplay>(
                replayLore(inputs, stop, [&](int, int) { ++progress->done; }));
            return Replayed(replay->isComplete ? replay : nullptr);
        },
        failed)));
}

void LoreReplayController::onReplayed(Side &side)
{
    if (side.watcher.future().resultCount() > 0 && !side.replay)
        side.replay = side.watcher.result();
    if (!m_isRunning || !m_before.replay || !m_after.replay)
        return;
    m_comparing.setFuture(QtConcurrent::run(guarded(
        [before = m_before.replay, after = m_after.replay] {
            auto pair = std::make_shared<LoreReplayPair>();
            pair->before = *before;
            pair->after = *after;
            pair->comparison = compareReplays(*before, *after);
            return LoreReplayPairPtr(pair);
        },
        [](const Error &error) {
            auto pair = std::make_shared<LoreReplayPair>();
            pair->after.warnings = {error.what};
            return LoreReplayPairPtr(pair);
        })));
}

void LoreReplayController::finish()
{
    if (!m_isRunning || m_comparing.future().resultCount() == 0 || !m_before.replay || !m_after.replay)
        return;
    m_isRunning = false;
    m_tick.stop();
    m_pair = m_comparing.result();
    if (!m_window)
        return;
    m_window->setProgress(0, 0);
    m_window->setReplays(m_pair);
}

void LoreReplayController::cancel()
{
    m_isCancelled = true;
    m_isRunning = false;
    m_stop.request_stop();
    m_tick.stop();
    m_window->setProgress(0, 0);
}

// Off the window's thread: all of the past is looked through for what was nearly found.
void LoreReplayController::findReasons(LoreHeatStrip::Cell cell)
{
    m_lookStop.request_stop();
    m_lookStop = {};
    if (!m_pair || !m_before.replay || !m_after.replay || cell.isNothing() ||
        cell.row >= m_pair->comparison.rows.size())
        return;
    const LoreReplayRow row = m_pair->comparison.rows.at(cell.row);
    m_looking.setFuture(QtConcurrent::run(guarded(
        [row, turn = cell.turn, pair = m_pair, before = m_before.inputs, after = m_after.inputs,
         stop = m_lookStop.get_token()] {
            Reasons reasons;
            if (row.before >= 0)
                reasons.before = reasonAt(loreAtTurn(before, pair->before, turn, stop), row.before);
            if (row.after >= 0 && !stop.stop_requested())
                reasons.after = reasonAt(loreAtTurn(after, pair->after, turn, stop), row.after);
            return reasons;
        },
        [](const Error &error) { return Reasons{error.what, error.what}; })));
}

} // namespace snug
