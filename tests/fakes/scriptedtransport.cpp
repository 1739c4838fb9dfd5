#include "tests/fakes/scriptedtransport.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace snug {

ScriptedAnswer ScriptedAnswer::whole(const QByteArray &body, int status)
{
    return {.status = status, .pieces = {body}};
}

ScriptedAnswer ScriptedAnswer::inPiecesOf(qsizetype size, const QByteArray &body)
{
    ScriptedAnswer answer;
    for (qsizetype at = 0; at < body.size(); at += size)
        answer.pieces.append(body.mid(at, size));
    return answer;
}

ScriptedAnswer ScriptedAnswer::cutAtRandom(quint32 seed, const QByteArray &body)
{
    QRandomGenerator random(seed);
    ScriptedAnswer answer;
    for (qsizetype at = 0; at < body.size();) {
        const qsizetype size = 1 + random.bounded(random.bounded(2) ? 8 : 400);
        answer.pieces.append(body.mid(at, size));
        at += size;
    }
    return answer;
}

ScriptedAnswer ScriptedAnswer::chatStream(const QStringList &deltas)
{
    const auto event = [](const QJsonObject &delta, const QJsonValue &finish) {
        const QJsonObject choice{{u"index"_s, 0}, {u"delta"_s, delta}, {u"finish_reason"_s, finish}};
        return "data: " +
               QJsonDocument(QJsonObject{{u"choices"_s, QJsonArray{choice}}}).toJson(QJsonDocument::Compact) +
               "\n\n";
    };
    ScriptedAnswer answer;
    for (const QString &delta : deltas)
        answer.pieces.append(event({{u"content"_s, delta}}, QJsonValue::Null));
    answer.pieces.append(event({}, u"stop"_s) + "data: [DONE]\n\n");
    return answer;
}

ScriptedAnswer ScriptedAnswer::failing(ExchangeEnd::Kind kind, const QString &detail)
{
    return {.status = 0, .end = {kind, detail}};
}

ScriptedTransport::~ScriptedTransport() = default;

std::unique_ptr<Exchange> ScriptedTransport::send(const WireRequest &request, int silenceTimeoutSeconds)
{
    m_requests.append(request);
    m_silenceTimeouts.append(silenceTimeoutSeconds);
    ScriptedAnswer answer =
        m_answers.isEmpty() ? ScriptedAnswer::failing(ExchangeEnd::Kind::Refused, u"nothing is scripted"_s)
                            : m_answers.dequeue();
    auto exchange = std::make_unique<ScriptedExchange>(std::move(answer), m_abandoned);
    m_newest = exchange.get();
    return exchange;
}

void ScriptedTransport::more(const QByteArray &piece)
{
    if (m_newest)
        m_newest->more(piece);
}

void ScriptedTransport::release()
{
    if (m_newest)
        m_newest->release();
}

ScriptedExchange::ScriptedExchange(ScriptedAnswer answer, std::shared_ptr<int> abandoned)
    : m_answer(std::move(answer))
    , m_abandoned(std::move(abandoned))
{
    playSoon();
}

ScriptedExchange::~ScriptedExchange()
{
    if (!m_hasEnded)
        ++*m_abandoned;
}

void ScriptedExchange::cancel()
{
    if (m_hasEnded || m_isCancelled)
        return;
    m_isCancelled = true;
    playSoon();
}

void ScriptedExchange::more(const QByteArray &piece)
{
    m_answer.pieces.append(piece);
    playSoon();
}

void ScriptedExchange::release()
{
    m_answer.holdsOpen = false;
    playSoon();
}

void ScriptedExchange::playSoon()
{
    if (m_isScheduled || m_hasEnded)
        return;
    m_isScheduled = true;
    QMetaObject::invokeMethod(this, &ScriptedExchange::playOne, Qt::QueuedConnection);
}

void ScriptedExchange::playOne()
{
    m_isScheduled = false;
    if (m_hasEnded)
        return;
    if (m_isCancelled) {
        ++*m_abandoned;
        return finish({ExchangeEnd::Kind::Cancelled, {}});
    }
    const QPointer<ScriptedExchange> alive(this);
    if (!m_started && m_answer.status != 0) {
        m_started = true;
        Q_EMIT started(m_answer.status, m_answer.headers);
    } else if (!m_answer.pieces.isEmpty()) {
        Q_EMIT received(m_answer.pieces.takeFirst());
    } else if (!m_answer.holdsOpen) {
        return finish(m_answer.end);
    } else {
        return; // until release(), more() or cancel()
    }
    if (alive)
        playSoon();
}

void ScriptedExchange::finish(const ExchangeEnd &end)
{
    m_hasEnded = true;
    Q_EMIT ended(end);
}

} // namespace snug
