#include "core/wire/queueexchange.h"

#include "core/wire/endpoint.h"
#include "core/wire/serviceanswers.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr int questionPatience = 30; // seconds, of a question; the job itself may take long
constexpr int mostFailures = 5;      // in a row
constexpr qsizetype largestState = 16 * 1024 * 1024;

bool isSuccess(int status)
{
    return status >= 200 && status < 300;
}

} // namespace

QueueExchange::QueueExchange(QueueTransport &owner, const WireRequest &request, int silenceTimeoutSeconds)
    : m_owner(owner)
    , m_request(request)
    , m_silence(silenceTimeoutSeconds)
{
    m_next.setSingleShot(true);
    m_next.setInterval(owner.m_pause);
    connect(&m_next, &QTimer::timeout, this, &QueueExchange::ask);
    handIn();
}

QueueExchange::~QueueExchange()
{
    takeBack();
}

// What begins an exchange of the inner transport is told of it by `m_status` and `m_body`.
void QueueExchange::begin(const WireRequest &request)
{
    m_status = 0;
    m_body.clear();
    m_exchange = m_owner.m_inner.send(request, request == m_request ? m_silence : questionPatience);
    connect(m_exchange.get(), &Exchange::received, this, [this](const QByteArray &bytes) {
        m_body += bytes.first(std::min(bytes.size(), largestState - m_body.size()));
        if (m_body.size() == largestState)
            m_exchange->cancel();
    });
}

void QueueExchange::handIn()
{
    begin(m_request);
    connect(m_exchange.get(), &Exchange::started, this, [this](int status, const WireHeaders &headers) {
        m_status = status;
        Q_EMIT started(status, headers);
    });
    connect(m_exchange.get(), &Exchange::ended, this, &QueueExchange::handedIn);
}

void QueueExchange::handedIn(const ExchangeEnd &end)
{
    m_exchange.release()->deleteLater(); // this is its own signal
    if (m_hasEnded)
        return;
    const Result<HordeJob> job = parseHordeJob(m_body);
    const bool isTaken = end.kind == ExchangeEnd::Kind::Complete && isSuccess(m_status) && job;
    if (isTaken) {
        m_job = job->id;
        m_next.start();
    }
    if (!m_body.isEmpty())
        Q_EMIT received(m_body + '\n');
    if (!isTaken)
        this->end(end);
}

WireRequest QueueExchange::statusRequest(const QByteArray &method) const
{
    WireRequest request{
        method, m_request.url, requestHeaders(Answer::Json, false, {}), {}, RequestPurpose::Queue};
    QString path = m_request.url.path(QUrl::FullyEncoded);
    path.chop(QStringView(u"async").size());
    request.url.setPath(path + u"status/"_s + QString::fromLatin1(QUrl::toPercentEncoding(m_job)),
                        QUrl::StrictMode);
    for (const WireHeader &header : m_request.headers) { // the job's name is key enough
        if (header.name == "client-agent")
            request.headers.append(header);
    }
    return request;
}

void QueueExchange::ask()
{
    begin(statusRequest("GET"));
    connect(m_exchange.get(), &Exchange::started, this, [this](int status) { m_status = status; });
    connect(m_exchange.get(), &Exchange::ended, this, &QueueExchange::answered);
}

void QueueExchange::answered(const ExchangeEnd &end)
{
    m_exchange.release()->deleteLater();
    if (m_hasEnded)
        return;
    const bool hasAnswer = end.kind == ExchangeEnd::Kind::Complete && m_status != 429 && m_status < 500;
    if (!hasAnswer) {
        if (++m_failures >= mostFailures)
            return this->end(
                end.kind == ExchangeEnd::Kind::Complete ? ExchangeEnd{ExchangeEnd::Kind::Broken, {}} : end);
        m_next.start();
        return;
    }
    m_failures = 0;
    const Result<HordeStatus> status = parseHordeStatus(m_body);
    const bool isOver = !isSuccess(m_status) || !status || hordeEnd(*status);
    if (isOver)
        m_job.clear();
    else
        m_next.start();
    // An expired job is an error inside the answer, which has begun.
    Q_EMIT received(isSuccess(m_status) ? QByteArray(m_body + '\n')
                                        : QByteArray("{\"error\":" + m_body + "}\n"));
    if (isOver)
        this->end({});
}

void QueueExchange::cancel()
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_next.stop();
    takeBack();
    // From the event loop, so that nobody is called back from inside his own call.
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT ended({ExchangeEnd::Kind::Cancelled, {}}); }, Qt::QueuedConnection);
}

void QueueExchange::end(const ExchangeEnd &end)
{
    if (!std::exchange(m_hasEnded, true))
        Q_EMIT ended(end);
}

void QueueExchange::takeBack()
{
    if (!m_job.isEmpty())
        m_owner.takeBack(statusRequest("DELETE"));
    m_job.clear();
    if (m_exchange)
        m_exchange->disconnect(this);
    m_exchange.reset();
}

} // namespace snug
