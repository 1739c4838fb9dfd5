#include "core/wire/localservers.h"

#include "core/wire/endpoint.h"
#include "core/wire/llamaserver.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int patienceSeconds = 3; // of silence
constexpr std::chrono::seconds longestLook{8};
constexpr qsizetype largestBody = 1024 * 1024;

QJsonObject objectIn(const QByteArray &body)
{
    return QJsonDocument::fromJson(body).object();
}

bool isOllama(int status, const QByteArray &body)
{
    const QJsonObject answer = objectIn(body); // other programs say more
    return status == 200 && answer.size() == 1 && answer.value(u"version").isString();
}

bool isKoboldCpp(int status, const QByteArray &body)
{
    return status == 200 && objectIn(body).value(u"result").toString() == u"KoboldCpp";
}

bool isTextGenerationWebUi(int status, const QByteArray &body)
{
    return status == 200 && objectIn(body).contains(u"model_name");
}

// Says 401 to whoever has no key.
bool isTabby(int status, const QByteArray &body)
{
    return (status == 200 && objectIn(body).value(u"id").isString()) ||
           (status == 401 && objectIn(body).contains(u"detail"));
}

bool isTabbyModel(int status, const QByteArray &body)
{
    return status == 200 && objectIn(body).value(u"id").isString() && objectIn(body).contains(u"parameters");
}

bool isLlamaCpp(int status, const QByteArray &body)
{
    return status == 200 && parseLlamaProps(body);
}

bool isListOfModels(int status, const QByteArray &body)
{
    return status == 200 && objectIn(body).value(u"data").isArray();
}

Connection connectionTo(const LocalProbe &probe)
{
    const ChatServiceFacts &facts = factsOf(probe.service);
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = probe.service;
    if (probe.service == ChatService::LlamaCpp)
        connection.kind = Connection::Kind::LlamaServer;
    connection.name = facts.name;
    connection.baseUrl = QUrl(facts.address);
    connection.baseUrl.setPort(probe.port);
    connection.needsKey = facts.key == ChatServiceFacts::Key::Needed;
    return connection;
}

} // namespace

const QList<LocalProbe> &usualLocalProbes()
{
    static const QList<LocalProbe> list{
        {ChatService::LlamaCpp, 8080, u"/props"_s, isLlamaCpp},
        {ChatService::Ollama, 11434, u"/api/version"_s, isOllama},
        {ChatService::KoboldCpp, 5001, u"/api/extra/version"_s, isKoboldCpp},
        {ChatService::TextGenerationWebUi, 5000, u"/v1/internal/model/info"_s, isTextGenerationWebUi},
        {ChatService::Tabby, 5000, u"/v1/model"_s, isTabby},
        {ChatService::LmStudio, 1234, u"/api/v0/models"_s, isListOfModels},
        {ChatService::Vllm, 8000, u"/version"_s, isOllama}, // the same shape
    };
    return list;
}

QList<LocalProbe> addressProbes()
{
    QList<LocalProbe> probes = usualLocalProbes();
    // Everybody says 401 there.
    probes.removeIf([](const LocalProbe &probe) { return probe.service == ChatService::Tabby; });
    probes.append({ChatService::Tabby, 0, u"/v1/model"_s, isTabbyModel});
    return probes;
}

LocalServers::LocalServers(Transport &transport, const QList<LocalProbe> &probes, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_probes(probes)
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(longestLook);
    connect(&m_deadline, &QTimer::timeout, this, &LocalServers::giveUp);
}

LocalServers::~LocalServers() = default;

// In the order of the probes, whoever answers first.
QList<Connection> LocalServers::found() const
{
    QList<Connection> connections;
    for (const LocalProbe &probe : m_probes) {
        if (m_there.contains(probe.service))
            connections.append(connectionTo(probe));
    }
    return connections;
}

void LocalServers::look()
{
    if (isLooking())
        return;
    m_hasLooked = true;
    m_there.clear();
    m_deadline.start();
    for (const LocalProbe &probe : std::as_const(m_probes))
        ask(probe);
    Q_EMIT changed();
}

void LocalServers::ask(const LocalProbe &probe)
{
    QUrl url(u"http://127.0.0.1"_s);
    url.setPort(probe.port);
    url.setPath(probe.path);
    const auto asking = m_askings.insert(m_askings.end(), Asking{.probe = probe, .exchange = {}});
    asking->exchange = m_transport.send(
        {"GET", url, requestHeaders(Answer::Json, false, {}), {}, RequestPurpose::ServerFacts},
        patienceSeconds);
    Exchange *exchange = asking->exchange.get();
    connect(exchange, &Exchange::started, this,
            [asking](int status, const WireHeaders &) { asking->status = status; });
    connect(exchange, &Exchange::received, this, [asking](const QByteArray &bytes) {
        if (asking->body.size() < largestBody)
            asking->body += bytes;
        else
            asking->exchange->cancel();
    });
    connect(exchange, &Exchange::ended, this,
            [this, asking](const ExchangeEnd &end) { onAnswer(asking, end); });
}

// Something that goes on talking is none of these programs.
void LocalServers::giveUp()
{
    for (const Asking &asking : m_askings)
        asking.exchange->cancel();
}

void LocalServers::onAnswer(Askings::iterator asking, const ExchangeEnd &end)
{
    asking->exchange.release()->deleteLater(); // this is its own signal
    const bool isThere =
        end.kind == ExchangeEnd::Kind::Complete && asking->probe.isIt(asking->status, asking->body);
    if (isThere)
        m_there.insert(asking->probe.service);
    m_askings.erase(asking);
    if (m_askings.empty())
        m_deadline.stop();
    if (isThere || m_askings.empty())
        Q_EMIT changed();
}

} // namespace snug
