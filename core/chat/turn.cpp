#include "core/chat/turn.h"

#include "core/chat/turnfailure.h"
#include "core/wire/withoutkeys.h"

#include <chrono>
#include <utility>

using namespace std::chrono_literals;

namespace snug {

namespace {

// More of an error page than anybody reads.
constexpr qsizetype errorBodyLimit = 256 * 1024;

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
}

Turn::~Turn()
{
    if (!m_recordId.isEmpty() && !m_state.isOver()) {
        absorb(true);
        m_state.finished = m_clock();
        m_state.phase = TurnState::Phase::Stopped;
        m_link.observer->ended(*this);
    }
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
}

void Turn::stop()
{
    if (!m_state.isOver())
        end(TurnState::Phase::Stopped);
}

void Turn::receive(const QByteArray &bytes)
{
    if (m_state.isOver())
        return;
    const bool isReply = m_status == 0 || isSuccess(m_status);
    m_received += isReply ? bytes : bytes.first(std::min(bytes.size(), errorBodyLimit - m_received.size()));
    if (isReply)
        handle(m_decoder->push(bytes));
}

void Turn::handle(const QList<StreamEvent> &events)
{
    for (const StreamEvent &event : events) {
        if (m_state.isOver())
            return;
        if (const auto *text = std::get_if<TextDelta>(&event))
            m_newText += text->text;
        else if (const auto *reasoning = std::get_if<ReasoningDelta>(&event))
            m_newReasoning += reasoning->text;
        else if (const auto *report = std::get_if<UsageReport>(&event))
            m_state.usage = report->usage;
        else if (const auto *finished = std::get_if<Finished>(&event))
            finish(*finished);
    }
    // The first piece shows at once, later ones with the next frame.
    if (!m_state.isOver() && !m_frame.isActive())
        publish();
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
        return fail(m_link.provider->explainStatus(m_status, m_received, m_link.connection, m_headers),
                    QString::fromUtf8(m_received));
    handle(m_decoder->end());
    if (!m_state.isOver()) // a decoder that says nothing at the end has seen no end
        finish({.reason = StopReason::Cut});
}

void Turn::finish(const Finished &finished)
{
    m_state.stopReason = finished.reason;
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
    absorb(true);
    m_state.finished = m_clock();
    m_state.phase = phase;
    // After a finished reply the rest of the stream may still run out, so that the connection can
    // be used again.
    if (phase != TurnState::Phase::Finished && m_exchange)
        m_exchange->cancel();
    if (!m_recordId.isEmpty())
        m_link.observer->ended(*this);
    Q_EMIT ended();
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
