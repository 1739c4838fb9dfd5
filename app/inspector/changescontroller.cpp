#include "app/inspector/changescontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/guarded.h"
#include "core/ledger/promptrecord.h"
#include "core/prompt/whatif.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/changespane.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/inspector.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <cmath>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int mostChoices = 30;

// Those that a chat's prompt can be compared with.
bool isOfChat(const LedgerHead &head)
{
    return head.kind <= LedgerKind::Quiet;
}

QString changeWords(const LedgerHead &head)
{
    return historyTime(head, QDate::currentDate()) + u" · "_s + historyTitle(head);
}

} // namespace

ChangesController::ChangesController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.history, &RequestHistory::changed, this, &ChangesController::follow);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        ++m_round;
        if (ChatSession *session = m_app.chat.session())
            connect(&session->preview(), &PromptPreview::ready, this, &ChangesController::compare);
        follow();
    });
    ChangesPane *pane = app.inspector.changes();
    connect(pane, &ChangesPane::wantedChanged, this, &ChangesController::follow);
    connect(pane, &ChangesPane::sourceRequested, &app.inspector, &Inspector::sourceRequested);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &ChangesController::show);
    follow();
}

ChangesController::~ChangesController()
{
    m_watcher.waitForFinished(); // milliseconds; it works on values only
}

// A branch begins with what its parent sent: its last reply knows the request.
QString ChangesController::lastId() const
{
    const auto wasSent = [](const LedgerHead &head) {
        return isOfChat(head) && head.result != LedgerResult::Failed;
    };
    if (const LedgerHead *head = m_app.workspace.history.lastOfChat(wasSent))
        return head->id;
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return {};
    for (const Message &message : std::views::reverse(session->chat().messages)) {
        if (const QString id = requestOf(message); !id.isEmpty())
            return m_app.workspace.history.find(id) ? id : QString();
    }
    return {};
}

void ChangesController::follow()
{
    showChoices();
    read(&m_last, lastId());
    const QString wanted = m_app.inspector.changes()->wanted();
    if (!m_test.id.isEmpty() && wanted == m_test.id)
        m_chosen = m_test;
    else
        read(&m_chosen, wanted);
    compare();
}

void ChangesController::showChoices()
{
    const RequestHistory &ledger = m_app.workspace.history;
    QList<std::pair<QString, QString>> choices;
    for (const LedgerHead &head : std::views::reverse(ledger.heads())) {
        if (isBesideReplies(head.kind))
            continue;
        if (head.owner == ledger.owner() && head.chat == ledger.chat() && isOfChat(head))
            choices.append({head.id, changeWords(head)});
        if (choices.size() == mostChoices)
            break;
    }
    m_app.inspector.changes()->setChoices(choices);
}

void ChangesController::read(Earlier *earlier, const QString &id)
{
    if (earlier->id == id)
        return;
    *earlier = {id, nullptr};
    if (id.isEmpty())
        return;
    m_app.workspace.history.fetch(id, this, [this, earlier, id](const Result<LedgerEntry> &entry) {
        if (!entry || earlier->id != id)
            return;
        const Result<AssembledPrompt> prompt = readRecord(entry->prompt);
        if (!prompt)
            return;
        earlier->prompt = std::make_shared<const AssembledPrompt>(*prompt);
        compare();
    });
}

void ChangesController::compareWith(const QString &id)
{
    const LedgerHead *head = m_app.workspace.history.find(id);
    if (!head)
        return;
    m_app.inspector.changes()->setWanted(id, changeWords(*head));
    m_app.inspector.bringToFront(m_app.inspector.changes());
    m_app.inspector.changes()->focusList();
    follow();
}

void ChangesController::showTest(const QString &name, const Prompt &expected, const Prompt &sent)
{
    m_test = {u"test/"_s + name, expected}; // no request's id
    m_tested = sent;
    ChangesPane *pane = m_app.inspector.changes();
    //: %1 is a prompt test's name
    pane->setWanted(m_test.id, tr("what the test “%1” expects").arg(name));
    m_app.inspector.bringToFront(pane);
    pane->focusList();
    follow();
}

void ChangesController::compare()
{
    if (m_watcher.isRunning()) {
        m_isDue = true;
        return;
    }
    m_isDue = false;
    const std::optional<PreparedPrompt> shown = m_app.chat.shownPrompt();
    ChangesPane *pane = m_app.inspector.changes();
    if (isTest())
        pane->setChanges(promptChanges(*m_test.prompt, *m_tested),
                         std::max(m_test.prompt->budget.kind, m_tested->budget.kind));
    if (!shown) {
        if (isTest())
            return;
        pane->setNothing(tr("No chat is open."));
        m_app.inspector.setCache({});
        return;
    }
    const Prompt chosen = isTest() ? nullptr : m_chosen.id.isEmpty() ? m_last.prompt : m_chosen.prompt;
    if (!chosen && m_last.id.isEmpty() && m_chosen.id.isEmpty() && !isTest())
        pane->setNothing(tr("Nothing has been sent in this chat yet. After the first reply this page shows "
                            "what has changed since."));
    if (!chosen && !m_last.prompt) {
        m_app.inspector.setCache({});
        return;
    }
    m_watcher.setFuture(QtConcurrent::run(guarded(
        [chosen, last = m_last.prompt, now = shown->prompt, round = m_round] {
            Comparison comparison;
            comparison.round = round;
            if (chosen) {
                comparison.changes = promptChanges(*chosen, now);
                comparison.kind = std::max(chosen->budget.kind, now.budget.kind);
            }
            if (last)
                comparison.prefix = promptPrefix(*last, now);
            return comparison;
        },
        [round = m_round](const Error &error) {
            Comparison comparison;
            comparison.round = round;
            comparison.problem = error.what;
            return comparison;
        })));
}

void ChangesController::show()
{
    const Comparison comparison = m_watcher.result();
    const bool isOutdated = m_isDue;
    if (isOutdated) // shown all the same while another comes: it is never older than a frame or two
        compare();
    if (!m_app.chat.session() || comparison.round != m_round)
        return; // about another chat
    if (!comparison.problem.isEmpty())
        return m_app.inspector.changes()->setNothing(comparison.problem);
    const bool hasChosen = m_chosen.id.isEmpty() ? m_last.prompt != nullptr : m_chosen.prompt != nullptr;
    if (hasChosen && !isTest())
        m_app.inspector.changes()->setChanges(comparison.changes, comparison.kind);
    if (comparison.prefix && m_last.prompt) {
        const auto &first = comparison.prefix->firstBreak;
        m_break = first && (first->isNew || !first->isGone) ? first->now : Source();
        CacheFacts facts;
        const ChatSession *session = m_app.chat.session();
        facts.canMove = canMoveBelow(whatIfTarget(m_break, session->upcoming().untouched()));
        facts.prefix = *comparison.prefix;
        if (const auto shown = m_app.chat.shownPrompt())
            facts.kind = shown->prompt.budget.kind;
        if (const LedgerHead *head = m_app.workspace.history.find(m_last.id)) {
            const CountCheck check = countCheck(m_app.workspace.history.heads(), *head);
            facts.last = head->usage;
            facts.cut = silentCut(*head, check);
            facts.measured = {check.recent, check.off * 100};
            if (check.isKnown()) {
                facts.requests = check.requests;
                facts.more = int(std::lround((check.ratio - 1) * 100));
                facts.spread = int(std::ceil(check.spread * 100));
            }
        }
        // The Understudy reads nothing, and keeps nothing.
        m_app.inspector.setCache(m_app.workspace.connections.isUnderstudy() ? std::nullopt
                                                                            : std::optional(facts));
    }
    Q_EMIT compared();
}

} // namespace snug
