#include "app/editors/loretrials.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/editorlint.h"
#include "core/chat/chatsession.h"
#include "core/guarded.h"
#include "core/lint/booklint.h"
#include "core/prompt/promptaccount.h"
#include "core/tokens/estimate.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/studio.h"

#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr auto TrialPause = 60ms;
constexpr auto SurveyPause = 250ms;
constexpr int MessagesOffered = 200; // of the open chat, to be tried

} // namespace

LoreTrials::LoreTrials(const AppContext &app, LorebookEditor *editor, ActiveLorebook::Scope scope,
                       QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_editor(editor)
    , m_scope(scope)
{
    m_trialPause.setSingleShot(true);
    m_trialPause.setInterval(TrialPause);
    m_surveyPause.setSingleShot(true);
    connect(&m_trialPause, &QTimer::timeout, this, &LoreTrials::tryOut);
    connect(&m_surveyPause, &QTimer::timeout, this, &LoreTrials::survey);
    connect(&m_trial, &QFutureWatcherBase::finished, this, [this] {
        if (m_editor && !m_trialStop.stop_requested() && m_trial.future().resultCount() > 0)
            m_editor->trial()->setResult(m_trial.result(), m_book.name);
    });
    connect(&m_survey, &QFutureWatcherBase::finished, this, [this] {
        if (!m_editor || m_surveyStop.stop_requested() || m_survey.future().resultCount() == 0)
            return;
        m_surveyed = m_survey.result();
        showTokens();
        m_editor->setFindings(m_surveyed.findings);
    });
    connect(editor->trial(), &LoreTrialPane::wished, this, [this](const LoreTrialWish &wish) {
        m_wish = wish;
        m_trialPause.start();
    });
    connect(&app.workspace.content, &ActiveContent::changed, &m_trialPause, qOverload<>(&QTimer::start));
    const auto follow = [this] {
        if (ChatSession *session = m_app.chat.session()) {
            connect(session, &ChatSession::snapshotChanged, this, &LoreTrials::showMessages);
            connect(&session->preview(), &PromptPreview::ready, this, &LoreTrials::showTokens);
        }
        showMessages();
    };
    connect(&app.chat, &ChatController::sessionChanged, this, follow);
    follow();
}

LoreTrials::~LoreTrials()
{
    m_trialStop.request_stop();
    m_surveyStop.request_stop();
}

void LoreTrials::setBook(const Lorebook &book)
{
    const bool isOther = m_book.name != book.name;
    if (isOther) {
        m_surveyStop.request_stop();
        m_surveyed = {};
    }
    m_book = book;
    if (m_editor)
        m_editor->setLoreSettings(m_app.workspace.content.inputs().settings.lore);
    m_trialPause.start();
    m_surveyPause.start(isOther ? 0ms : SurveyPause);
}

// The book of a character has a window of its own.
bool LoreTrials::isUp() const
{
    return m_editor && (m_app.studio.isOpen(m_editor) || m_editor->isVisible());
}

// Those that can be tried, newest first.
void LoreTrials::showMessages()
{
    if (!isUp())
        return;
    QList<TrialMessage> offered;
    if (const ChatSession *session = m_app.chat.session()) {
        const QList<Message> messages = session->snapshot().chat.messages;
        for (qsizetype i = messages.size() - 1; i >= 0 && offered.size() < MessagesOffered; --i) {
            if (!messages[i].isHidden)
                offered.append({int(i), messages[i].name, messages[i].text});
        }
    }
    m_editor->trial()->setMessages(offered);
    m_trialPause.start();
}

// As the Lore page has it, where that has a number; of the other entries their text's own.
void LoreTrials::showTokens()
{
    if (!m_editor || m_surveyed.tokens.isEmpty())
        return;
    QHash<int, int> tokens = m_surveyed.tokens;
    if (const std::optional<PreparedPrompt> shown = m_app.chat.shownPrompt()) {
        const QHash<QString, int> costs = loreCosts(shown->prompt);
        for (const LoreTrace &row : shown->prompt.trace.lore) {
            const auto entry = row.book == m_book.name ? tokens.find(row.uid) : tokens.end();
            if (entry != tokens.end() && (row.fired || row.tokens > 0))
                *entry = loreRowTokens(row, costs);
        }
    }
    m_editor->setTokens(tokens, m_surveyed.kind);
}

PromptInputs LoreTrials::aroundInputs() const
{
    const ChatSession *session = m_app.chat.session();
    return session ? session->snapshot() : m_app.workspace.content.inputs();
}

// A trial that is under way is told to stop.
void LoreTrials::tryOut()
{
    if (!isUp() || m_book.name.isEmpty())
        return;
    m_trialStop.request_stop();
    if (m_wish.isNothing()) {
        m_trial.setFuture({});
        m_editor->trial()->setResult({}, m_book.name);
        return;
    }
    PromptInputs inputs = aroundInputs();
    inputs = m_wish.message ? tryingMessage(std::move(inputs), *m_wish.message)
                            : tryingText(std::move(inputs), m_wish.text);
    const auto own = std::ranges::find(inputs.lorebooks, m_book.name,
                                       [](const ActiveLorebook &active) { return active.book.name; });
    const auto scope = own == inputs.lorebooks.end() ? m_scope : own->scope;
    if (!m_wish.withOtherBooks)
        inputs.lorebooks = {{m_book, scope}};
    else if (own == inputs.lorebooks.end())
        inputs.lorebooks.append({m_book, scope});
    else
        own->book = m_book;
    inputs.loreCache = m_cache;
    m_trialStop = {};
    m_trial.setFuture(QtConcurrent::run(guarded(
        [inputs = std::move(inputs), stop = m_trialStop.get_token()] { return tryLore(inputs, stop); },
        [](const Error &error) {
            return LoreTrialResult{.rows = {}, .misses = {}, .warnings = {error.what}};
        })));
}

void LoreTrials::survey()
{
    if (!m_editor || m_book.name.isEmpty())
        return;
    m_surveyStop.request_stop();
    m_surveyStop = {};
    const TokenCounterPtr counter =
        m_app.workspace.connections.counter() ? m_app.workspace.connections.counter() : estimateCounter();
    const QHash<QString, int> known =
        m_surveyed.counter == counter ? m_surveyed.counted : QHash<QString, int>();
    m_survey.setFuture(QtConcurrent::run(guarded(
        [book = m_book, settings = lintSettings(m_app.workspace.content.inputs()), counter, known,
         stop = m_surveyStop.get_token()] {
            Survey made;
            made.counter = counter;
            made.kind = counter->kind();
            BookLintSettings lint = settings;
            lint.counter = counter;
            lint.stop = stop;
            made.findings = bookFindings(book, lint);
            for (const LoreEntry &entry : book.entries) {
                if (stop.stop_requested())
                    break;
                const auto before = known.constFind(entry.content);
                const int tokens = before == known.cend() ? counter->count(entry.content) : *before;
                made.counted.insert(entry.content, tokens);
                made.tokens.insert(entry.uid, tokens);
            }
            return made;
        },
        [](const Error &error) {
            Survey made;
            made.findings = findingsOf(error);
            return made;
        })));
}

} // namespace snug
