#include "core/workspace/connections.h"

#include "core/guarded.h"
#include "core/tokens/loadtokenizer.h"
#include "core/tokens/nearestvocabulary.h"
#include "core/wire/address.h"
#include "core/wire/tokenizerchoice.h"
#include "core/workspace/countlearning.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

static const QString understudyId = u"understudy"_s;

static Connection understudyConnection()
{
    Connection connection;
    connection.id = understudyId;
    connection.name = Connections::tr("Understudy");
    connection.kind = Connection::Kind::Understudy;
    connection.model = u"understudy"_s;
    return connection;
}

// The Understudy is always there to be chosen. It never answers unasked: what it says is in the chat for
// good.
static QList<Connection> withUnderstudy(QList<Connection> connections)
{
    const bool present = std::ranges::any_of(connections, [](const Connection &connection) {
        return connection.kind == Connection::Kind::Understudy;
    });
    if (!present)
        connections.prepend(understudyConnection());
    return connections;
}

static void learnModel(Connection &connection, const QList<ModelFacts> &listed)
{
    const auto facts = ModelPage{listed}.factsOf(connection.model);
    if (facts && !connection.model.isEmpty())
        connection.request.said = {connection.model,  facts->contextSize, facts->mostReply,
                                   facts->parameters, facts->promptPrice, facts->replyPrice};
}

Connections::Connections(const Dependencies &around, int understudyPace, QObject *parent)
    : QObject(parent)
    , m_library(around.library)
    , m_transport(around.transport)
    , m_consents(around.consents)
    , m_keys(around.keys, &m_consents)
    , m_counting(around.counting)
    , m_understudy(understudyPace)
    , m_connections(withUnderstudy({}))
    , m_document(m_library, u"snug/connections.json"_s, [](const QByteArray &bytes) {
        return readConnections(bytes).transform([](const ConnectionsFile &) {});
    })
{
    connect(&m_understudy, &UnderstudyServer::listening, this, &Connections::linkMayHaveChanged);
    connect(&m_understudy, &UnderstudyServer::failed, this, [this](const QString &detail) {
        m_hasUnderstudyFailed = true;
        Q_EMIT problem({.what = tr("The Understudy could not start: %1").arg(detail),
                        .hint = tr("Choose another connection.")});
    });
    connect(m_library, &Library::opened, this, &Connections::readFile);
    connect(m_counting, &CountLearning::learnt, this, &Connections::linkMayHaveChanged);
    m_understudy.start();
}

Connections::~Connections() = default;

void Connections::readFile()
{
    m_document.read([this](const StateRead &state) {
        m_file = readConnections(state.bytes).value_or(ConnectionsFile());
        m_isFileRead = true;
        m_connections = withUnderstudy(m_file.connections);
        for (Connection &connection : m_connections)
            connection = m_consents.withConsents(connection);
        m_keys.forgetKnown();
        Q_EMIT connectionsChanged();
        setActive(state.damage ? QString() : m_file.activeId);
        Q_EMIT waitingChanged();
        Q_EMIT fileRead(state.damage, state.damage && find(m_file.activeId) ? m_file.activeId : QString());
    });
}

const Connection *Connections::find(const QString &id) const
{
    const auto found = std::ranges::find(m_connections, id, &Connection::id);
    return found != m_connections.end() ? &*found : nullptr;
}

QString Connections::activeName() const
{
    const Connection *connection = find(m_active);
    return connection ? connection->name : QString();
}

bool Connections::isUnderstudy() const
{
    const Connection *connection = find(m_active);
    return connection && connection->kind == Connection::Kind::Understudy;
}

bool Connections::completesText() const
{
    const Connection *connection = find(m_active);
    return connection && connection->completesText();
}

void Connections::setActive(const QString &id)
{
    const Connection *connection = find(id);
    m_active = connection ? id : QString();
    if (connection && connection->needsKey && m_keys.known(*connection).isEmpty())
        fetchKey(m_active);
    Q_EMIT activeChanged(m_active);
    linkMayHaveChanged();
}

void Connections::chooseActive(const QString &id)
{
    // Its address is not where it was chosen: the question that was answered with no is asked again.
    if (const Connection *chosen = find(id); chosen && !m_consents.isAllowed(*chosen))
        m_consents.withdraw(*chosen);
    setActive(id);
    writeFile();
    Q_EMIT waitingChanged();
}

void Connections::setConnections(const QList<Connection> &connections)
{
    const QList<Connection> before = std::exchange(m_connections, withUnderstudy(connections));
    for (Connection &connection : m_connections)
        learnModel(connection, m_listed.value(connection.id));
    QList<Connection> moved;
    for (const Connection &connection : std::as_const(m_connections)) {
        const auto old = std::ranges::find(before, connection.id, &Connection::id);
        const bool isNew = old == before.end() || originOf(old->baseUrl) != originOf(connection.baseUrl);
        if (isNew || m_consents.isAllowed(connection))
            m_consents.allow(connection);
        if (isNew && old != before.end())
            moved.append(connection);
    }
    if (!find(m_active))
        setActive({});
    writeFile();
    Q_EMIT connectionsChanged();
    Q_EMIT waitingChanged();
    linkMayHaveChanged();
    for (const Connection &connection : std::as_const(moved))
        lookForKeyElsewhere(connection);
}

QStringList Connections::notAllowed() const
{
    QStringList ids;
    for (const Connection &connection : m_connections) {
        if (!m_consents.isAllowed(connection))
            ids.append(connection.id);
    }
    return ids;
}

QList<Connection> Connections::waiting() const
{
    QList<Connection> waiting = m_connections;
    waiting.removeIf([this](const Connection &connection) {
        return m_consents.answerFor(connection) != ConnectionConsents::Answer::None;
    });
    return waiting;
}

void Connections::allow(const QStringList &ids)
{
    for (const QString &id : ids) {
        if (const Connection *connection = find(id))
            m_consents.allow(*connection, true);
    }
    Q_EMIT waitingChanged();
    setActive(m_active);
}

void Connections::leaveOutWaiting()
{
    for (const Connection &connection : waiting())
        m_consents.leaveOut(connection);
    Q_EMIT waitingChanged();
    if (const Connection *active = find(m_active); active && !m_consents.isAllowed(*active))
        chooseActive({});
}

// What the service said of its models counts from now on, also for one that is chosen later in this run.
void Connections::learnModels(const QString &id, const ConnectionReport &report)
{
    const auto tested = std::ranges::find(m_connections, id, &Connection::id);
    if (tested == m_connections.end())
        return;
    QList<ModelFacts> &listed = m_listed[id] = report.listed;
    if (report.contextSize && !tested->model.isEmpty()) { // what is loaded may have less than the list says
        ModelFacts loaded = ModelPage{listed}.factsOf(tested->model).value_or(ModelFacts());
        loaded.id = tested->model;
        loaded.contextSize = report.contextSize;
        listed.prepend(loaded);
    }
    const ServiceClaims before = tested->request.said;
    learnModel(*tested, listed);
    if (tested->request.said == before)
        return;
    writeFile();
    linkMayHaveChanged();
}

void Connections::writeFile()
{
    m_file.connections = m_connections;
    m_file.activeId = m_active;
    m_document.write(writeConnections(m_file));
}

void Connections::fetchKey(const QString &id)
{
    const Connection *connection = find(id);
    ++m_fetching;
    m_keys.fetch(*connection, this, [this, asked = *connection](const KeyAnswer &answer) {
        --m_fetching;
        if (asked.id == m_active)
            linkMayHaveChanged();
        tellKeyState(asked.id, answer);
        if (answer.key.isEmpty())
            lookForKeyElsewhere(asked);
    });
}

void Connections::lookForKeyElsewhere(const Connection &connection)
{
    if (!connection.needsKey)
        return;
    m_keys.findElsewhere(connection, this, [this, connection](const QString &from) {
        if (!from.isEmpty())
            Q_EMIT keyElsewhere(connection.id, from, originOf(connection.baseUrl));
    });
}

void Connections::bringKeyHere(const QString &id, const QString &from)
{
    const Connection *connection = find(id);
    if (!connection)
        return;
    m_keys.bringHere(*connection, from, this, [this, id](const KeyAnswer &answer) {
        linkMayHaveChanged();
        tellKeyState(id, answer);
    });
}

void Connections::leaveKeyThere(const QString &id, const QString &from)
{
    if (const Connection *connection = find(id))
        m_keys.leaveThere(*connection, from);
}

void Connections::tellKeyState(const QString &id, const KeyAnswer &answer)
{
    QString where = tr("No key is kept for this connection.");
    if (!answer.key.isEmpty() || answer.place != KeyPlace::Nowhere)
        where = answer.place == KeyPlace::Keyring ? tr("The key is kept in the system's keyring.")
                                                  : tr("The key is kept for this run only.");
    if (!answer.problem.isEmpty())
        where += u' ' + answer.problem;
    const Connection *connection = find(id);
    Q_EMIT keyStateKnown(id, connection && !m_keys.known(*connection).isEmpty(), where);
}

void Connections::storeKey(const QString &id, const Secret &key)
{
    const Connection *connection = find(id);
    if (!connection)
        return;
    m_consents.allow(*connection); // whoever gives it a key wants it
    m_keys.keep(*connection, key, this, [this, id](const KeyAnswer &answer) { tellKeyState(id, answer); });
    Q_EMIT waitingChanged();
    linkMayHaveChanged();
}

void Connections::forgetKey(const QString &id)
{
    const Connection *connection = find(id);
    if (!connection)
        return;
    m_keys.remove(*connection, this, [this, id](const KeyAnswer &answer) { tellKeyState(id, answer); });
    linkMayHaveChanged();
}

void Connections::askKeyState(const QString &id)
{
    const Connection *connection = find(id);
    if (connection && connection->needsKey && m_consents.isAllowed(*connection))
        fetchKey(id);
}

void Connections::test(const Connection &connection)
{
    Connection tested = connection;
    if (tested.kind == Connection::Kind::Understudy)
        tested.baseUrl = m_understudy.baseUrl();
    m_test = std::make_unique<ConnectionTest>(*m_transport);
    connect(m_test.get(), &ConnectionTest::ended, this,
            [this, id = connection.id](const ConnectionReport &report) {
                if (report.works)
                    learnModels(id, report);
                Q_EMIT testEnded(id, report.works, report.lines.join(u'\n'), report.models);
                if (report.works && m_serverTokenizer && !m_serverTokenizer->answers()) {
                    m_serverTokenizer.reset(); // asked anew
                    linkMayHaveChanged();
                }
            });
    m_test->start(tested, m_keys.known(connection));
}

void Connections::withLink(const QString &id, const QString &model, QObject *context,
                           const std::function<void(const ModelLink &)> &act)
{
    const auto give = [this, id, model, act] {
        ModelLink link = linkOf(id);
        if (!model.isEmpty())
            link.connection.model = model;
        act(link);
    };
    const Connection *connection = find(id);
    if (!connection || !connection->needsKey || !m_keys.known(*connection).isEmpty())
        return give();
    m_keys.fetch(*connection, context, [give](const KeyAnswer &) { give(); });
}

ModelLink Connections::linkOf(const QString &id) const
{
    ModelLink link;
    const Connection *connection = find(id);
    if (!connection)
        return link;
    link.connection = *connection;
    if (!m_consents.isAllowed(*connection))
        return link;
    if (connection->kind == Connection::Kind::Understudy) {
        link.connection.baseUrl = m_understudy.baseUrl();
        if (link.connection.baseUrl.isEmpty())
            return link; // it is just starting
    }
    link.key = m_keys.known(*connection);
    link.provider = &providerFor(*connection);
    link.transport = m_transport;
    link.observer = m_observer;
    return link;
}

bool Connections::isReady() const
{
    const bool isStarting = isUnderstudy() && m_understudy.baseUrl().isEmpty() && !m_hasUnderstudyFailed;
    return m_isFileRead && m_counting->isRead() && m_fetching == 0 && m_loading == 0 && !isStarting;
}

void Connections::linkMayHaveChanged()
{
    refreshCounter();
    Q_EMIT linkChanged();
}

void Connections::refreshCounter()
{
    const ModelLink link = linkOf(m_active);
    if (asksServer(link)) {
        m_counterFor.reset(); // it is none of those that are loaded
        m_counter = m_serverTokenizer->counter();
        return;
    }
    loadCounter(m_counting->tokenizerOf(link.connection));
}

// A llama.cpp server knows best what its model reads, unless the user has said what counts.
bool Connections::asksServer(const ModelLink &link)
{
    const Connection &connection = link.connection;
    const bool isKeyThere = !connection.needsKey || !link.key.isEmpty();
    if (!link.provider || !countsAtServer(connection) || connection.baseUrl.isEmpty() || !isKeyThere) {
        m_serverTokenizer.reset();
        return false;
    }
    const bool isAnother =
        connection.kind != m_serverAsked.kind || connection.service != m_serverAsked.service ||
        connection.textService != m_serverAsked.textService || connection.baseUrl != m_serverAsked.baseUrl ||
        connection.model != m_serverAsked.model || link.key != m_serverKey;
    if (!m_serverTokenizer || isAnother) {
        m_serverAsked = connection;
        m_serverKey = link.key;
        m_serverTokenizer = std::make_unique<ServerTokenizer>(*m_transport, connection, link.key);
        connect(m_serverTokenizer.get(), &ServerTokenizer::learnt, this, &Connections::linkMayHaveChanged);
    }
    return m_serverTokenizer->answers();
}

// Vocabularies take from 10 ms to seconds: never here.
void Connections::loadCounter(const QString &wanted)
{
    if (m_counterFor == wanted)
        return;
    m_counterFor = wanted;
    // What counts by the same vocabulary goes on until the new rates are there.
    const auto nearest = readRecipe(wanted);
    if (!nearest || !m_counter || m_counter->name() != nearestName(nearest->vocabulary))
        m_counter.reset();
    if (wanted.isEmpty())
        return;
    using Loaded = Result<TokenCounterPtr>;
    ++m_loading;
    auto *watcher = new QFutureWatcher<Loaded>(this);
    connect(watcher, &QFutureWatcher<Loaded>::finished, this, [this, watcher, wanted] {
        watcher->deleteLater();
        --m_loading;
        if (m_counterFor != wanted)
            return;
        const Loaded loaded = watcher->result();
        if (loaded)
            m_counter = *loaded;
        else
            Q_EMIT problem(loaded.error());
        Q_EMIT linkChanged();
    });
    watcher->setFuture(QtConcurrent::run(guarded([wanted] { return loadTokenizer(wanted); })));
}

} // namespace snug
