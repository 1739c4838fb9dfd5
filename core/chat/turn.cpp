#include "core/chat/turn.h"

#include "core/chat/turnfailure.h"
#include "core/formats/jsontext.h"
#include "core/wire/withoutkeys.h"

#include <algorithm>
#include <chrono>
#include <utility>

using namespace std::chrono_literals;

namespace snug {

namespace {

// More of an error page than anybody reads.
constexpr qsizetype errorBodyLimit = 256 * 1024;

// In the middle of a reply: after a quarter of an hour of silence, and nobody who wants to wait on.
constexpr int quietsUntilGone = 14;

bool isSuccess(int status)
{
    return status >= 200 && status < 300;
}

} // namespace

Turn::Turn(ModelLink link, WireRequest request, Clock clock, QObject *parent)
    : QObject(parent)
    , m_link(std::move(link))
    , m_request(std::move(request))
    , m_keys(keySpellings(m_request))
    , m_clock(std::move(clock))
{
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    m_frame.setInterval(16ms);
    connect(&m_frame, &QTimer::timeout, this, &Turn::publish);
    m_quiet.setSingleShot(true);
    connect(&m_quiet, &QTimer::timeout, this, [this] {
        if (m_isQuiet)
            return exchangeEnded({.kind = ExchangeEnd::Kind::Broken, .detail = {}});
        // Behind a damaged chunk Qt at times misses that the connection is gone.
        if (m_state.phase == TurnState::Phase::Streaming)
            m_quiet.start(m_limits.untilQuiet * quietsUntilGone);
        setQuiet(true);
    });
    m_afterEnd.setSingleShot(true);
    connect(&m_afterEnd, &QTimer::timeout, this, &Turn::endWithoutStream);
}

Turn::~Turn()
{
    if (!m_recordId.isEmpty() && !m_state.isOver()) {
        absorb(true);
        m_state.finished = m_clock();
        m_state.phase = TurnState::Phase::Stopped;
    }
    tellObserver();
}

void Turn::tellObserver()
{
    if (!m_recordId.isEmpty() && !std::exchange(m_isObserverTold, true))
        m_link.observer->ended(*this);
}

void Turn::start()
{
    m_state.started = m_clock();
    if (m_link.observer)
        m_recordId = m_link.observer->begun(*this);
    m_decoder = m_link.provider->decoder();
    m_exchange = m_link.transport->send(m_request, m_link.connection.silenceTimeoutSeconds);
    connect(m_exchange.get(), &Exchange::started, this, [this](int status, const WireHeaders &headers) {
        m_status = status;
        m_headers = headers;
    });
    connect(m_exchange.get(), &Exchange::received, this, &Turn::receive);
    connect(m_exchange.get(), &Exchange::ended, this, &Turn::exchangeEnded);
    m_quiet.start(m_limits.untilQuiet);
}

void Turn::stop()
{
    if (m_state.isOver())
        return;
    constexpr int patienceSeconds = 10;
    const auto request = m_exchange && m_link.provider
                             ? m_link.provider->stopRequest(m_request, m_link.connection, m_link.key)
                             : std::nullopt;
    if (request)
        m_stopping = m_link.transport->send(*request, patienceSeconds);
    end(TurnState::Phase::Stopped);
}

void Turn::waitOn()
{
    if (m_state.isOver())
        return;
    m_quiet.start(m_limits.untilQuiet);
    setQuiet(false);
}

void Turn::setQuiet(bool isQuiet)
{
    if (m_isQuiet == isQuiet)
        return;
    m_isQuiet = isQuiet;
    Q_EMIT quietChanged();
}

void Turn::receive(const QByteArray &bytes)
{
    if (m_state.isOver())
        return;
    m_quiet.start(m_limits.untilQuiet);
    setQuiet(false);
    const bool isReply = m_status == 0 || isSuccess(m_status);
    m_arrived += bytes.size();
    const qsizetype room = (isReply ? m_limits.kept : errorBodyLimit) - m_received.size();
    m_received += bytes.first(std::clamp<qsizetype>(room, 0, bytes.size()));
    if (!isReply) {
        if (m_received.size() >= errorBodyLimit) // it may never end
            refuse();
        return;
    }
    if (const std::optional<Error> error = compression())
        return fail(*error);
    const QList<StreamEvent> events = m_decoder->push(bytes);
    handle(events);
    if (m_state.isOver())
        return;
    if (isTooLarge()) {
        m_state.stopReason = StopReason::Cut;
        absorb(true);
        return fail(explainTooLarge(m_link.connection, m_state.hasArrived()));
    }
    // Comments that keep the connection open do not put it off.
    if (m_decoder->isEnding() && (!m_afterEnd.isActive() || !events.isEmpty()))
        m_afterEnd.start(m_limits.afterEnd);
}

// Nobody reads a reply of this size; a server that never ends must not fill the computer.
bool Turn::isTooLarge() const
{
    return m_arrived >= m_limits.bytes ||
           m_state.text.size() + m_state.reasoning.size() + m_newText.size() + m_newReasoning.size() >=
               m_limits.letters;
}

// How the answer is packed, if it is: nobody asked for that.
std::optional<Error> Turn::compression() const
{
    for (const auto &[name, value] : m_headers) {
        const QByteArray coding = value.trimmed().toLower();
        if (name.compare("content-encoding", Qt::CaseInsensitive) == 0 && !coding.isEmpty() &&
            coding != "identity")
            return explainCompression(m_link.connection, coding);
    }
    if (m_received.startsWith(QByteArrayView("\x1f\x8b")))
        return explainCompression(m_link.connection, "gzip");
    return {};
}

// The model has ended its reply some time ago, and the server keeps the connection open.
void Turn::endWithoutStream()
{
    if (m_state.isOver())
        return;
    handle(m_decoder->end());
    if (!m_state.isOver())
        finish({.reason = StopReason::Cut});
    m_exchange->cancel();
}

void Turn::handle(const QList<StreamEvent> &events)
{
    const std::optional<ProgressReport> before = m_state.progress;
    for (const StreamEvent &event : events) {
        if (m_state.isOver())
            return;
        if (const auto *text = std::get_if<TextDelta>(&event))
            m_newText += text->text;
        else if (const auto *reasoning = std::get_if<ReasoningDelta>(&event))
            m_newReasoning += reasoning->text;
        else if (const auto *report = std::get_if<UsageReport>(&event))
            m_state.usage = report->usage;
        else if (const auto *progress = std::get_if<ProgressReport>(&event))
            m_state.progress = *progress;
        else if (const auto *back = std::get_if<OpaqueReport>(&event))
            m_state.opaque = withoutKeys(replayable(back->items));
        else if (const auto *finished = std::get_if<Finished>(&event))
            finish(*finished);
    }
    if (!m_state.isOver() && m_state.progress != before && m_state.phase == TurnState::Phase::Waiting)
        Q_EMIT progressed();
    // The first piece shows at once, later ones with the next frame.
    if (!m_state.isOver() && !m_frame.isActive())
        publish();
}

// Dots would break a signature: what repeats a key is not kept at all. Nor is more than belongs into a chat.
QList<OpaqueItem> Turn::withoutKeys(const QList<OpaqueItem> &items) const
{
    const QByteArray written = writeJsonLine(opaqueJson(items));
    const bool hasKey = std::ranges::any_of(
        m_keys, [&written](const QString &key) { return written.contains(key.toUtf8()); });
    return hasKey || written.size() > m_limits.opaque ? QList<OpaqueItem>() : items;
}

void Turn::exchangeEnded(const ExchangeEnd &end)
{
    if (m_state.isOver())
        return;
    if (end.kind == ExchangeEnd::Kind::Cancelled)
        return this->end(TurnState::Phase::Stopped);
    if (end.kind != ExchangeEnd::Kind::Complete) {
        m_state.stopReason = StopReason::Cut;
        absorb(true);
        return fail(explainEnd(end, m_link.connection, m_state.hasArrived()), end.detail);
    }
    if (m_status != 0 && !isSuccess(m_status))
        return refuse();
    if (m_received.isEmpty() && m_status != 0)
        return fail(explainNothingSaid(m_link.connection));
    handle(m_decoder->end());
    if (!m_state.isOver()) // a decoder that says nothing at the end has seen no end
        finish({.reason = StopReason::Cut});
}

// By the status, and whatever has arrived of the words with it.
void Turn::refuse()
{
    if (m_status >= 400)
        m_state.fault = turnFaultOf(serverFault(m_status, m_headers, m_received));
    fail(m_link.provider->explainStatus(m_status, m_received, m_link.connection, m_headers),
         QString::fromUtf8(m_received));
}

void Turn::finish(const Finished &finished)
{
    m_state.stopReason = finished.reason;
    m_state.pictures = finished.pictures;
    if (finished.fault)
        m_state.fault = turnFaultOf(*finished.fault);
    m_state.isAnswered = (finished.reason == StopReason::Stop || finished.reason == StopReason::Length) &&
                         finished.refusal.isEmpty();
    absorb(true);
    if (finished.reason == StopReason::Error)
        return fail(finished.error);
    if (!finished.refusal.isEmpty())
        return fail(explainRefusal(), finished.refusal);
    if (const std::optional<Error> error = explainStop(m_state, m_link.connection))
        return fail(*error);
    end(TurnState::Phase::Finished);
}

void Turn::fail(const Error &error, const QString &details)
{
    m_state.error = error;
    m_state.error.what = wordsWithoutKeys(error.what, m_request);
    m_state.error.hint = wordsWithoutKeys(error.hint, m_request);
    m_state.details = wordsWithoutKeys(details, m_request);
    end(TurnState::Phase::Failed);
}

void Turn::end(TurnState::Phase phase)
{
    m_frame.stop();
    m_quiet.stop();
    m_afterEnd.stop();
    m_isQuiet = false;
    absorb(true);
    m_state.finished = m_clock();
    m_state.phase = phase;
    // After a finished reply the rest of the stream may still run out, so that the connection can
    // be used again.
    if (phase != TurnState::Phase::Finished && m_exchange)
        m_exchange->cancel();
    Q_EMIT ended();
    tellObserver();
}

// What has arrived since the last frame becomes part of the state.
bool Turn::absorb(bool isLast)
{
    const QString text = withoutKeys(m_newText, isLast);
    const QString reasoning = withoutKeys(m_newReasoning, isLast);
    if (text.isEmpty() && reasoning.isEmpty())
        return false;
    m_state.text += text;
    m_state.reasoning += reasoning;
    if (m_state.phase == TurnState::Phase::Waiting) {
        m_state.phase = TurnState::Phase::Streaming;
        m_state.firstArrived = m_clock();
    }
    return true;
}

// Takes what may be shown. An end that may be the beginning of a key stays until it is known what follows.
QString Turn::withoutKeys(QString &arrived, bool isLast) const
{
    QString ready = std::exchange(arrived, {});
    for (const QString &key : m_keys)
        ready.replace(key, QString::fromUtf8(keyDots()));
    if (isLast || m_keys.isEmpty())
        return ready;
    qsizetype held = 0;
    for (const QString &key : m_keys) {
        for (qsizetype length = std::min(key.size() - 1, ready.size()); length > held; --length) {
            if (QStringView(key).startsWith(QStringView(ready).last(length)))
                held = length;
        }
    }
    arrived = ready.last(held);
    ready.chop(held);
    return ready;
}

void Turn::publish()
{
    if (!absorb())
        return;
    m_frame.start();
    Q_EMIT progressed();
}

} // namespace snug
