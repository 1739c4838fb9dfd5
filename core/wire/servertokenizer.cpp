#include "core/wire/servertokenizer.h"

#include "core/wire/countcalls.h"
#include "core/wire/serviceanswers.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr size_t countsAtOnce = 4; // a server has few slots; replies come first
constexpr int countPatience = 20;  // seconds
constexpr qsizetype largestCountBody = 16 * 1024 * 1024;

} // namespace

ServerTokenizer::ServerTokenizer(Transport &transport, const Connection &connection, const Secret &key,
                                 QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_connection(connection)
    , m_key(key)
    , m_counts(LearntCounts::create(tr("%1's tokenizer").arg(connection.name), [this] {
        QMetaObject::invokeMethod(this, &ServerTokenizer::askMore, Qt::QueuedConnection);
    }))
{
    m_tellLater.setSingleShot(true);
    m_tellLater.setInterval(200ms);
    connect(&m_tellLater, &QTimer::timeout, this, &ServerTokenizer::learnt);
    m_tryAgain.setSingleShot(true);
    m_tryAgain.setInterval(15s);
    connect(&m_tryAgain, &QTimer::timeout, this, &ServerTokenizer::askMore);
}

ServerTokenizer::~ServerTokenizer()
{
    m_counts->stopTelling();
}

void ServerTokenizer::askMore()
{
    if (m_isOver || m_tryAgain.isActive())
        return;
    // One at a time until it is known that somebody answers.
    const size_t most = m_answers ? countsAtOnce : 1;
    while (m_askings.size() < most) {
        const QStringList next = m_counts->takeWanted(1);
        if (next.isEmpty())
            return;
        if (mayCountText(m_connection, next.first())) // else it stays a guess, by the others
            ask(next.first());
    }
}

void ServerTokenizer::ask(const QString &text)
{
    const auto asking = m_askings.insert(
        m_askings.end(),
        Asking{text, m_transport.send(countRequest(m_connection, m_key, text), countPatience)});
    Exchange *exchange = asking->exchange.get();
    connect(exchange, &Exchange::started, this,
            [asking](int status, const WireHeaders &) { asking->status = status; });
    connect(exchange, &Exchange::received, this, [asking](const QByteArray &bytes) {
        asking->body += bytes.first(qMin(bytes.size(), largestCountBody - asking->body.size()));
        if (asking->body.size() == largestCountBody)
            asking->exchange->cancel();
    });
    connect(exchange, &Exchange::ended, this,
            [this, asking](const ExchangeEnd &end) { onAnswer(asking, end); });
}

void ServerTokenizer::onAnswer(Askings::iterator asking, const ExchangeEnd &end)
{
    asking->exchange.release()->deleteLater(); // this is its own signal
    const Asking answered = std::move(*asking);
    m_askings.erase(asking);
    if (answered.body.size() == largestCountBody) // no list of tokens is that long
        return giveUp(answered.text, true);
    // The model is loading, or others are served first.
    const bool isBusy = answered.status == 503 || answered.status == 429 || answered.status == 529;
    if (end.kind != ExchangeEnd::Kind::Complete || isBusy)
        return giveUp(answered.text, false);
    const Result<TokenCount> tokens = parseTokenCount(answered.body);
    // Who has counted others refuses this one.
    if (m_hasCounted && (answered.status == 400 || answered.status == 413 || answered.status == 422))
        return askMore();
    if (answered.status != 200 || !tokens)
        return giveUp(answered.text, true);
    m_counts->learn(answered.text, tokens->count);
    m_answers = true;
    m_hasCounted = true;
    askMore();
    if (m_askings.empty()) {
        m_tellLater.stop();
        Q_EMIT learnt();
    } else if (!m_tellLater.isActive()) {
        m_tellLater.start();
    }
}

void ServerTokenizer::giveUp(const QString &text, bool forGood)
{
    QStringList unanswered{text};
    for (const Asking &asking : m_askings)
        unanswered.prepend(asking.text);
    m_askings.clear();
    m_counts->putBack(unanswered);
    m_isOver = forGood;
    if (!forGood)
        m_tryAgain.start();
    if (std::exchange(m_answers, false))
        Q_EMIT learnt();
}

} // namespace snug
