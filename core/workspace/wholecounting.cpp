#include "core/workspace/wholecounting.h"

#include "core/guarded.h"
#include "core/wire/serviceanswers.h"
#include "core/wire/wholecount.h"

#include <QtConcurrentRun>

using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr int patienceSeconds = 20;
constexpr qsizetype largestCount = 64 * 1024;

} // namespace

WholeCounting::WholeCounting(QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(2500ms);
    connect(&m_pause, &QTimer::timeout, this, &WholeCounting::prepare);
    connect(&m_making, &QFutureWatcherBase::finished, this, &WholeCounting::ask);
}

void WholeCounting::follow(const PreparedPrompt &prepared, const ModelLink &link)
{
    if (link != m_link) {
        m_link = link;
        m_isOver = false;
    }
    m_generation = prepared.generation;
    m_wanted =
        link.isComplete() && countsWhole(link.connection) && !m_isOver ? prepared.request : std::nullopt;
    if (!m_wanted)
        return m_pause.stop();
    if (m_wanted == m_asked && m_tokens) {
        m_pause.stop();
        Q_EMIT counted(m_generation, *m_tokens);
    } else if (m_wanted != m_asked) {
        m_pause.start();
    }
}

// A body may be of megabytes, and is read and written for it.
void WholeCounting::prepare()
{
    if (!m_wanted || m_exchange || m_making.isRunning()) // the answer begins again
        return;
    m_asked = m_wanted;
    m_tokens.reset();
    m_making.setFuture(QtConcurrent::run(guarded(
        [reply = *m_asked, connection = m_link.connection] { return wholeCountRequest(reply, connection); },
        [](const Error &) { return std::optional<WireRequest>(); })));
}

void WholeCounting::ask()
{
    const std::optional<WireRequest> request = m_making.result();
    if (m_wanted != m_asked) // of an earlier prompt
        return m_wanted ? m_pause.start() : void();
    if (!request)
        return;
    m_status = 0;
    m_body.clear();
    m_exchange = m_link.transport->send(*request, patienceSeconds);
    connect(m_exchange.get(), &Exchange::started, this, [this](int status) { m_status = status; });
    connect(m_exchange.get(), &Exchange::received, this, [this](const QByteArray &bytes) {
        m_body += bytes.first(std::min(bytes.size(), largestCount - m_body.size()));
    });
    connect(m_exchange.get(), &Exchange::ended, this, &WholeCounting::answered);
}

void WholeCounting::answered(const ExchangeEnd &end)
{
    m_exchange.release()->deleteLater(); // this is its own signal
    const Result<TokenCount> count = parseTokenCount(m_body);
    if (end.kind == ExchangeEnd::Kind::Complete && m_status == 200 && count)
        m_tokens = count->count;
    else if (m_status >= 400 && m_status < 500 && m_status != 429)
        m_isOver = true; // it would say so again, until another connection is chosen
    if (m_wanted == m_asked && m_tokens)
        Q_EMIT counted(m_generation, *m_tokens);
    else if (m_wanted && m_wanted != m_asked && !m_isOver)
        m_pause.start();
}

} // namespace snug
