#include "app/rooms/changesroom.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/ledgerroom.h"
#include "core/guarded.h"
#include "core/ledger/promptrecord.h"
#include "core/prompt/whatif.h"
#include "widgets/inspector/changespane.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/inspector.h"

#include <QtConcurrentRun>

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

ChangesRoom::ChangesRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
{
    connect(around.ledger, &LedgerRoom::changed, this, &ChangesRoom::follow);
    connect(around.chat, &ChatRoom::sessionChanged, this, [this] {
        ++m_round;
        if (ChatSession *session = m_around.chat->session())
            connect(&session->preview(), &PromptPreview::ready, this, &ChangesRoom::compare);
        follow();
    });
    ChangesPane *pane = around.inspector->changes();
    connect(pane, &ChangesPane::wantedChanged, this, &ChangesRoom::follow);
    connect(pane, &ChangesPane::openSource, around.inspector, &Inspector::openSource);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &ChangesRoom::show);
    follow();
}

ChangesRoom::~ChangesRoom()
{
    m_watcher.waitForFinished(); // milliseconds; it works on values only
}

// A branch begins with what its parent sent: its last reply knows the request.
QString ChangesRoom::lastId() const
{
    const auto wasSent = [](const LedgerHead &head) {
        return isOfChat(head) && head.result != LedgerResult::Failed;
    };
    if (const LedgerHead *head = m_around.ledger->lastOfChat(wasSent))
        return head->id;
    const ChatSession *session = m_around.chat->session();
    if (!session)
        return {};
    for (const Message &message : std::views::reverse(session->chat().messages)) {
        if (const QString id = requestOf(message); !id.isEmpty())
            return m_around.ledger->find(id) ? id : QString();
    }
    return {};
}

void ChangesRoom::follow()
{
    showChoices();
    read(&m_last, lastId());
    const QString wanted = m_around.inspector->changes()->wanted();
    if (!m_test.id.isEmpty() && wanted == m_test.id)
        m_chosen = m_test;
    else
        read(&m_chosen, wanted);
    compare();
}

void ChangesRoom::showChoices()
{
    const LedgerRoom &ledger = *m_around.ledger;
    QList<std::pair<QString, QString>> choices;
    for (const LedgerHead &head : std::views::reverse(ledger.heads())) {
        if (isBesideReplies(head.kind))
            continue;
        if (head.owner == ledger.owner() && head.chat == ledger.chat() && isOfChat(head))
            choices.append({head.id, changeWords(head)});
        if (choices.size() == mostChoices)
            break;
    }
    m_around.inspector->changes()->setChoices(choices);
}

void ChangesRoom::read(Earlier *earlier, const QString &id)
{
    if (earlier->id == id)
        return;
    *earlier = {id, nullptr};
    if (id.isEmpty())
        return;
    m_around.ledger->fetch(id, this, [this, earlier, id](const Result<LedgerEntry> &entry) {
        if (!entry || earlier->id != id)
            return;
        const Result<AssembledPrompt> prompt = readRecord(entry->prompt);
        if (!prompt)
            return;
        earlier->prompt = std::make_shared<const AssembledPrompt>(*prompt);
        compare();
    });
}

void ChangesRoom::compareWith(const QString &id)
{
    const LedgerHead *head = m_around.ledger->find(id);
    if (!head)
        return;
    m_around.inspector->changes()->setWanted(id, changeWords(*head));
    m_around.inspector->bringToFront(m_around.inspector->changes());
    m_around.inspector->changes()->focusList();
    follow();
}

void ChangesRoom::showTest(const QString &name, const Prompt &expected, const Prompt &sent)
{
    m_test = {u"test/"_s + name, expected}; // no request's id
    m_tested = sent;
    ChangesPane *pane = m_around.inspector->changes();
    //: %1 is a prompt test's name
    pane->setWanted(m_test.id, tr("what the test “%1” expects").arg(name));
    m_around.inspector->bringToFront(pane);
    pane->focusList();
    follow();
}

void ChangesRoom::compare()
{
    if (m_watcher.isRunning()) {
        m_isDue = true;
        return;
    }
    m_isDue = false;
    const std::optional<PreparedPrompt> shown = m_around.chat->shownPrompt();
    ChangesPane *pane = m_around.inspector->changes();
    if (isTest())
        pane->setChanges(promptChanges(*m_test.prompt, *m_tested));
    if (!shown) {
        if (isTest())
            return;
        pane->setNothing(tr("No chat is open."));
        m_around.inspector->setCache({});
        return;
    }
    const Prompt chosen = isTest() ? nullptr : m_chosen.id.isEmpty() ? m_last.prompt : m_chosen.prompt;
    if (!chosen && m_last.id.isEmpty() && m_chosen.id.isEmpty() && !isTest())
        pane->setNothing(tr("Nothing was sent in this chat yet. After the first reply this page says what is "
                            "different from then."));
    if (!chosen && !m_last.prompt) {
        m_around.inspector->setCache({});
        return;
    }
    m_watcher.setFuture(QtConcurrent::run(guarded(
        [chosen, last = m_last.prompt, now = shown->prompt, round = m_round] {
            Comparison comparison;
            comparison.round = round;
            if (chosen)
                comparison.changes = promptChanges(*chosen, now);
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

void ChangesRoom::show()
{
    const Comparison comparison = m_watcher.result();
    const bool isOutdated = m_isDue;
    if (isOutdated) // shown all the same while another comes: it is never older than a frame or two
        compare();
    if (!m_around.chat->session() || comparison.round != m_round)
        return; // about another chat
    if (!comparison.problem.isEmpty())
        return m_around.inspector->changes()->setNothing(comparison.problem);
    const bool hasChosen = m_chosen.id.isEmpty() ? m_last.prompt != nullptr : m_chosen.prompt != nullptr;
    if (hasChosen && !isTest())
        m_around.inspector->changes()->setChanges(comparison.changes);
    if (comparison.prefix && m_last.prompt) {
        const auto &first = comparison.prefix->firstBreak;
        m_break = first && (first->isNew || !first->isGone) ? first->now : Source();
        CacheFacts facts;
        const ChatSession *session = m_around.chat->session();
        facts.canMove = canMoveBelow(whatIfTarget(m_break, session->untouched()));
        facts.prefix = *comparison.prefix;
        if (const auto shown = m_around.chat->shownPrompt())
            facts.kind = shown->prompt.budget.kind;
        if (const LedgerHead *head = m_around.ledger->find(m_last.id)) {
            const CountCheck check = countCheck(m_around.ledger->heads(), *head);
            facts.last = head->usage;
            facts.cut = silentCut(*head, check);
            if (check.isKnown()) {
                facts.measured = check.requests;
                facts.more = int(std::lround((check.ratio - 1) * 100));
                facts.spread = int(std::ceil(check.spread * 100));
            }
        }
        m_around.inspector->setCache(facts);
    }
    Q_EMIT compared();
}

} // namespace snug
