#include "core/workspace/requesthistory.h"

#include "core/ledger/promptrecord.h"
#include "core/wire/address.h"
#include "core/wire/withoutkeys.h"

#include <QUuid>

#include <algorithm>
#include <ranges>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

LedgerKind kindOf(const TurnSubject &subject)
{
    switch (subject.kind) {
    case TurnSubject::Kind::Memory:
        return LedgerKind::Memory;
    case TurnSubject::Kind::SidePrompt:
        return LedgerKind::SidePrompt;
    case TurnSubject::Kind::Again:
        return LedgerKind::Again;
    case TurnSubject::Kind::Compared:
        return LedgerKind::Compared;
    case TurnSubject::Kind::Chat:
        break;
    }
    switch (subject.type.value_or(GenerationType::Normal)) {
    case GenerationType::Normal:
        return LedgerKind::Reply;
    case GenerationType::Swipe:
        return LedgerKind::Swipe;
    case GenerationType::Regenerate:
        return LedgerKind::Regenerate;
    case GenerationType::Continue:
        return LedgerKind::Continue;
    case GenerationType::Impersonate:
        return LedgerKind::Impersonate;
    case GenerationType::Quiet:
        return LedgerKind::Quiet;
    }
    return LedgerKind::Reply;
}

LedgerKind kindOf(RequestPurpose purpose)
{
    switch (purpose) {
    case RequestPurpose::Counting:
        return LedgerKind::Counting;
    case RequestPurpose::Embeddings:
        return LedgerKind::Embeddings;
    case RequestPurpose::ModelList:
        return LedgerKind::ModelList;
    case RequestPurpose::ServerFacts:
        return LedgerKind::ServerFacts;
    case RequestPurpose::Stopping:
        return LedgerKind::Stopping;
    case RequestPurpose::Queue:
        return LedgerKind::Queue;
    case RequestPurpose::Reply:
        break;
    }
    return LedgerKind::Reply;
}

LedgerResult resultOf(TurnState::Phase phase)
{
    switch (phase) {
    case TurnState::Phase::Finished:
        return LedgerResult::Finished;
    case TurnState::Phase::Stopped:
        return LedgerResult::Stopped;
    case TurnState::Phase::Failed:
        return LedgerResult::Failed;
    case TurnState::Phase::Waiting:
    case TurnState::Phase::Streaming:
        break;
    }
    return LedgerResult::UnderWay;
}

constexpr auto FirstRetryPause = std::chrono::seconds(1);

int millisecondsBetween(const QDateTime &from, const QDateTime &to)
{
    return from.isValid() && to.isValid() ? int(std::max<qint64>(0, from.msecsTo(to))) : -1;
}

} // namespace

RequestHistory::RequestHistory(Library *library, qint64 limit, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_limit(limit)
{
    connect(library, &Library::opened, this, &RequestHistory::open);
    m_soon.setSingleShot(true);
    m_soon.setInterval(500);
    connect(&m_soon, &QTimer::timeout, this, &RequestHistory::keepBeside);
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &RequestHistory::retry);
    connect(library, &Library::aboutToClose, this, &RequestHistory::keepAll);
    connect(library, &Library::closed, this, [this] {
        m_writer.reset();
        m_retry.stop();
        m_failures = 0;
        m_early.clear();
        m_many.clear();
        m_besides.clear();
        m_heads.clear();
        m_removed.clear();
        m_size = 0;
        Q_EMIT changed();
    });
}

RequestHistory::~RequestHistory()
{
    keepAll();
}

void RequestHistory::open()
{
    if (m_limit < 0)
        return;
    m_writer = std::make_shared<LedgerWriter>(m_library->layout().snugFolder() + u"/ledger"_s, m_limit);
    m_heads.removeIf([this](const LedgerHead &head) {
        return std::ranges::none_of(m_early,
                                    [&](const LedgerRequest &early) { return early.head.id == head.id; });
    });
    retry(); // opens it
    for (const LedgerRequest &early : std::exchange(m_early, {}))
        write([early](Ledger &ledger) { return ledger.begin(early); });
    keepBeside();
}

// What fails is in the library's saveState() until it is written.
void RequestHistory::write(const LedgerWriter::Job &job, const QString &id)
{
    m_library->save(
        u"snug/ledger"_s, [writer = m_writer, job, id](LibraryStore &) { return writer->write(job, id); },
        this,
        [this, writer = m_writer](const Result<LedgerWriter::State> &state) {
            if (writer == m_writer)
                take(state);
        });
}

void RequestHistory::retry()
{
    m_retry.stop();
    if (!m_writer)
        return;
    m_library->save(
        u"snug/ledger"_s, [writer = m_writer](LibraryStore &) { return writer->writeWaiting(); }, this,
        [this, writer = m_writer](const Result<LedgerWriter::State> &state) {
            if (writer == m_writer)
                take(state);
        });
}

void RequestHistory::take(const Result<LedgerWriter::State> &state)
{
    if (!state) {
        if (!m_retry.isActive())
            m_retry.start(FirstRetryPause * std::min(30, 1 << std::min(m_failures++, 5)));
        return;
    }
    m_failures = 0;
    m_size = state->size;
    if (state->found)
        takeFound(*state->found);
    const auto oldest = std::ranges::find(m_heads, state->oldest, &LedgerHead::id);
    if (oldest != m_heads.end())
        m_heads.erase(m_heads.begin(), oldest);
    for (const Error &unread : state->unread)
        Q_EMIT problem(unread);
    Q_EMIT changed();
    for (const QString &id : state->kept)
        Q_EMIT kept(id);
}

// What was there when it was opened; behind it what was sent meanwhile.
void RequestHistory::takeFound(const QList<LedgerHead> &found)
{
    QList<LedgerHead> heads = found;
    for (const LedgerHead &head : std::as_const(m_heads)) {
        if (!std::ranges::contains(heads, head.id, &LedgerHead::id))
            heads.append(head);
    }
    m_heads = heads;
}

void RequestHistory::setChat(const QString &owner, const QString &chat)
{
    m_owner = owner;
    m_chat = chat;
    Q_EMIT changed();
}

QString RequestHistory::begun(const Turn &turn)
{
    if (!m_writer)
        return {};
    const TurnSubject &subject = turn.subject();
    const Connection &connection = turn.link().connection;
    LedgerHead head;
    head.id = QUuid::createUuid().toString(QUuid::Id128);
    head.kind = kindOf(subject);
    head.sent = turn.state().started;
    head.owner = m_owner;
    head.chat = m_chat;
    head.about = subject.about;
    head.row = int(subject.row);
    head.swipe = subject.swipe;
    head.connection = connection.id;
    head.connectionName = connection.name;
    head.model = connection.model;
    if (subject.prompt) {
        const Budget &budget = subject.prompt->budget;
        head.tokens = budget.used;
        head.count = budget.kind;
        head.counter = budget.counterName;
        head.context = budget.context;
    }
    m_heads.append(head);
    write([head, request = turn.request(), prompt = subject.prompt](Ledger &ledger) {
        return ledger.begin({.head = head,
                             .request = withoutKeys(request),
                             .prompt = prompt ? recordOf(*prompt) : QByteArray()});
    });
    Q_EMIT changed();
    return head.id;
}

void RequestHistory::ended(const Turn &turn)
{
    const auto known = std::ranges::find(m_heads, turn.recordId(), &LedgerHead::id);
    if (!m_writer || known == m_heads.end())
        return;
    const TurnState &state = turn.state();
    known->result = resultOf(state.phase);
    known->usage = state.usage;
    known->firstAfter = millisecondsBetween(state.started, state.firstArrived);
    known->endedAfter = millisecondsBetween(state.started, state.finished);
    known->status = turn.status();
    known->stop = state.stopReason;
    known->error = withoutKeys(state.error.what, turn.request());
    if (state.fault) {
        known->fault = state.fault->kind;
        known->retryAfter = state.fault->retryAfter;
    }
    const LedgerAnswer answer{.text = state.text,
                              .reasoning = state.reasoning,
                              .headers = turn.headers(),
                              .received = turn.received()};
    write(
        [head = *known, answer, request = turn.request()](Ledger &ledger) {
            return ledger.end(head, {.text = withoutKeys(answer.text, request),
                                     .reasoning = withoutKeys(answer.reasoning, request),
                                     .headers = withoutKeys(answer.headers, request),
                                     .received = answerWithoutKeys(answer.received, request)});
        },
        known->id);
    Q_EMIT changed();
}

LedgerHead *RequestHistory::headOf(const QString &id)
{
    const auto found = std::ranges::find(m_heads, id, &LedgerHead::id);
    return found != m_heads.end() ? &*found : nullptr;
}

QString RequestHistory::sent(const WireRequest &request)
{
    const QString server = originOf(request.url);
    const bool isMany =
        request.purpose == RequestPurpose::Counting || request.purpose == RequestPurpose::Queue;
    const QPair one(server, request.purpose);
    LedgerHead *head = isMany ? headOf(m_many.value(one)) : nullptr;
    if (!head) {
        LedgerHead made;
        made.id = QUuid::createUuid().toString(QUuid::Id128);
        made.kind = kindOf(request.purpose);
        made.sent = QDateTime::currentDateTime();
        made.about = server;
        made.connectionName = server;
        made.requests = 0;
        if (isMany)
            m_many.insert(one, made.id);
        m_heads.append(made);
        const LedgerRequest first{.head = made, .request = withoutKeys(request), .prompt = {}};
        if (m_writer)
            write([first](Ledger &ledger) { return ledger.begin(first); });
        else
            m_early.append(first);
        head = &m_heads.last();
    }
    ++head->requests;
    head->sentBytes += request.body.size();
    keepSoon(head->id);
    return head->id;
}

void RequestHistory::answered(const QString &id, int status, qint64 received, ExchangeEnd::Kind end)
{
    LedgerHead *head = headOf(id);
    if (!head)
        return;
    head->status = status;
    head->receivedBytes += received;
    head->result = end == ExchangeEnd::Kind::Cancelled                       ? LedgerResult::Stopped
                   : end == ExchangeEnd::Kind::Complete && status / 100 == 2 ? LedgerResult::Finished
                                                                             : LedgerResult::Failed;
    if (head->kind != LedgerKind::Counting)
        head->endedAfter = millisecondsBetween(head->sent, QDateTime::currentDateTime());
    keepSoon(id);
}

// Thousands of texts are counted; a look a second is enough.
void RequestHistory::keepSoon(const QString &id)
{
    m_besides.insert(id);
    if (!m_soon.isActive())
        m_soon.start();
}

void RequestHistory::keepBeside()
{
    m_soon.stop();
    if (!m_writer || m_besides.isEmpty())
        return;
    for (const QString &id : std::exchange(m_besides, {})) {
        if (const LedgerHead *head = headOf(id))
            write([head = *head](Ledger &ledger) { return ledger.end(head, {}); });
    }
    Q_EMIT changed();
}

// What could not be written is tried once more.
void RequestHistory::keepAll()
{
    keepBeside();
    if (m_failures > 0)
        retry();
}

const LedgerHead *RequestHistory::find(const QString &id) const
{
    const auto found = std::ranges::find(m_heads, id, &LedgerHead::id);
    return found != m_heads.end() ? &*found : nullptr;
}

const LedgerHead *RequestHistory::lastOfChat(const std::function<bool(const LedgerHead &)> &suits) const
{
    for (const LedgerHead &head : std::views::reverse(m_heads)) {
        if (!isBesideReplies(head.kind) && head.owner == m_owner && head.chat == m_chat &&
            (!suits || suits(head)))
            return &head;
    }
    return nullptr;
}

void RequestHistory::setLimit(qint64 limit)
{
    m_limit = limit;
    if (m_writer)
        write([writer = m_writer.get(), limit](Ledger &ledger) {
            writer->setLimit(limit);
            return ledger.setLimit(limit);
        });
}

void RequestHistory::clear()
{
    if (!m_writer)
        return;
    m_heads.clear();
    m_removed.clear();
    write([](Ledger &ledger) { return ledger.clear(); });
}

void RequestHistory::remove(const QString &id)
{
    const auto known = std::ranges::find(m_heads, id, &LedgerHead::id);
    if (!m_writer || known == m_heads.end())
        return;
    m_removed.append(*known);
    m_heads.erase(known);
    write([id](Ledger &ledger) { return ledger.remove(id); });
    Q_EMIT changed();
}

void RequestHistory::undoRemove()
{
    if (!m_writer || m_removed.isEmpty())
        return;
    const LedgerHead head = m_removed.takeLast();
    m_heads.insert(std::ranges::upper_bound(m_heads, head.sent, {}, &LedgerHead::sent), head);
    write([id = head.id](Ledger &ledger) { return ledger.restore(id); });
    Q_EMIT changed();
}

void RequestHistory::fetch(const QString &id, QObject *context, const Take &take)
{
    if (!m_writer)
        return;
    m_library->perform([writer = m_writer, id](LibraryStore &) { return writer->entry(id); }, context, take);
}

} // namespace snug
