#include "app/rooms/modelroom.h"

#include "app/rooms/textfile.h"
#include "core/tokens/loadtokenizer.h"
#include "core/wire/tokenizerchoice.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

static const QString understudyId = u"understudy"_s;

static Connection understudyConnection()
{
    Connection connection;
    connection.id = understudyId;
    connection.name = ModelRoom::tr("Understudy");
    connection.kind = Connection::Kind::Understudy;
    connection.model = u"understudy"_s;
    return connection;
}

// The Understudy is always there; it is what answers when nothing else does.
static QList<Connection> withUnderstudy(QList<Connection> connections)
{
    const bool present = std::ranges::any_of(connections, [](const Connection &connection) {
        return connection.kind == Connection::Kind::Understudy;
    });
    if (!present)
        connections.prepend(understudyConnection());
    return connections;
}

ModelRoom::ModelRoom(Library *library, Transport *transport, KeyStore *keys, int understudyPace,
                     QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_transport(transport)
    , m_keys(keys)
    , m_understudy(understudyPace)
    , m_connections(withUnderstudy({}))
    , m_active(understudyId)
{
    connect(&m_understudy, &UnderstudyServer::listening, this, &ModelRoom::linkMayHaveChanged);
    connect(&m_understudy, &UnderstudyServer::failed, this, [this](const QString &detail) {
        Q_EMIT problem({.what = tr("The Understudy could not start: %1").arg(detail),
                        .wayOut = tr("Choose another connection.")});
    });
    connect(library, &Library::opened, this, &ModelRoom::readFile);
    m_understudy.start();
}

ModelRoom::~ModelRoom() = default;

void ModelRoom::readFile()
{
    const QString path = m_library->layout().connectionsFile();
    m_library->perform([path](LibraryStore &) { return readTextFile(path); }, this,
                       [this](const Result<QByteArray> &bytes) {
                           ConnectionsFile file;
                           if (bytes) {
                               const Result<ConnectionsFile> read = readConnections(*bytes);
                               if (read)
                                   file = *read;
                               else
                                   Q_EMIT problem(read.error().inFile(m_library->layout().connectionsFile()));
                           }
                           m_file = file;
                           m_connections = withUnderstudy(file.connections);
                           m_known.clear();
                           Q_EMIT connectionsChanged();
                           setActive(file.activeId);
                       });
}

const Connection *ModelRoom::find(const QString &id) const
{
    const auto found = std::ranges::find(m_connections, id, &Connection::id);
    return found != m_connections.end() ? &*found : nullptr;
}

QString ModelRoom::activeName() const
{
    const Connection *connection = find(m_active);
    return connection ? connection->name : QString();
}

bool ModelRoom::isUnderstudy() const
{
    const Connection *connection = find(m_active);
    return connection && connection->kind == Connection::Kind::Understudy;
}

bool ModelRoom::completesText() const
{
    const Connection *connection = find(m_active);
    return connection && connection->completesText();
}

void ModelRoom::setActive(const QString &id)
{
    m_active = find(id) ? id : m_connections.first().id;
    if (const Connection *connection = find(m_active); connection->needsKey && !m_known.contains(m_active))
        fetchKey(m_active);
    Q_EMIT activeChanged(m_active);
    linkMayHaveChanged();
}

void ModelRoom::chooseActive(const QString &id)
{
    setActive(id);
    writeFile();
}

void ModelRoom::setConnections(const QList<Connection> &connections)
{
    m_connections = withUnderstudy(connections);
    if (!find(m_active))
        setActive({});
    writeFile();
    Q_EMIT connectionsChanged();
    linkMayHaveChanged();
}

void ModelRoom::writeFile()
{
    m_file.connections = m_connections;
    m_file.activeId = m_active;
    const QString path = m_library->layout().connectionsFile();
    m_library->save(
        u"snug/connections.json"_s,
        [path, bytes = writeConnections(m_file)](LibraryStore &) { return writeTextFile(path, bytes); }, this,
        [this](const Result<void> &written) {
            if (!written)
                Q_EMIT problem(written.error());
        });
}

void ModelRoom::fetchKey(const QString &id)
{
    m_keys->read(id, this, [this, id](const KeyAnswer &answer) {
        if (!answer.key.isEmpty())
            m_known.insert(id, answer.key);
        if (id == m_active)
            linkMayHaveChanged();
        tellKeyState(id, answer);
    });
}

void ModelRoom::tellKeyState(const QString &id, const KeyAnswer &answer)
{
    QString where = tr("No key is kept for this connection.");
    if (!answer.key.isEmpty() || answer.place != KeyPlace::Nowhere)
        where = answer.place == KeyPlace::Keyring ? tr("The key is kept in the system's keyring.")
                                                  : tr("The key is kept for this run only.");
    if (!answer.problem.isEmpty())
        where += u' ' + answer.problem;
    Q_EMIT keyStateKnown(id, m_known.contains(id), where);
}

void ModelRoom::keepKey(const QString &id, const Secret &key, const std::function<void()> &then)
{
    m_known.insert(id, key);
    linkMayHaveChanged();
    m_keys->write(id, key, this, [this, id, then](const KeyAnswer &answer) {
        tellKeyState(id, answer);
        if (then)
            then();
    });
}

void ModelRoom::forgetKey(const QString &id)
{
    m_known.remove(id);
    linkMayHaveChanged();
    m_keys->remove(id, this, [this, id](const KeyAnswer &answer) { tellKeyState(id, answer); });
}

void ModelRoom::askKeyState(const QString &id)
{
    if (const Connection *connection = find(id); connection && connection->needsKey)
        fetchKey(id);
}

void ModelRoom::test(const Connection &connection)
{
    Connection tested = connection;
    if (tested.kind == Connection::Kind::Understudy)
        tested.baseUrl = m_understudy.baseUrl();
    m_test = std::make_unique<ConnectionTest>(*m_transport);
    connect(m_test.get(), &ConnectionTest::ended, this,
            [this, id = connection.id](const ConnectionReport &report) {
                QStringList lines = report.lines;
                if (!report.works) {
                    lines << report.error.what;
                    if (!report.error.wayOut.isEmpty())
                        lines << report.error.wayOut;
                }
                Q_EMIT testEnded(id, report.works, lines.join(u'\n'), report.models);
                if (report.works && m_serverTokenizer && !m_serverTokenizer->answers()) {
                    m_serverTokenizer.reset(); // asked anew
                    linkMayHaveChanged();
                }
            });
    m_test->start(tested, m_known.value(connection.id));
}

void ModelRoom::withLink(const QString &id, const QString &model, QObject *context,
                         const std::function<void(const ModelLink &)> &act)
{
    const auto give = [this, id, model, act] {
        ModelLink link = linkOf(id);
        if (!model.isEmpty())
            link.connection.model = model;
        act(link);
    };
    const Connection *connection = find(id);
    if (!connection || !connection->needsKey || m_known.contains(id))
        return give();
    m_keys->read(id, context, [this, id, give](const KeyAnswer &answer) {
        if (!answer.key.isEmpty())
            m_known.insert(id, answer.key);
        give();
    });
}

ModelLink ModelRoom::linkOf(const QString &id) const
{
    ModelLink link;
    const Connection *connection = find(id);
    if (!connection)
        return link;
    link.connection = *connection;
    if (connection->kind == Connection::Kind::Understudy) {
        link.connection.baseUrl = m_understudy.baseUrl();
        if (link.connection.baseUrl.isEmpty())
            return link; // it is just starting
    }
    link.key = m_known.value(id);
    link.provider = &providerFor(connection->kind);
    link.transport = m_transport;
    link.witness = m_witness;
    return link;
}

void ModelRoom::linkMayHaveChanged()
{
    renewCounter();
    Q_EMIT linkChanged();
}

void ModelRoom::renewCounter()
{
    const ModelLink link = linkOf(m_active);
    if (asksServer(link)) {
        m_counterFor.reset(); // it is none of those that are loaded
        m_counter = m_serverTokenizer->counter();
        return;
    }
    loadCounter(tokenizerFor(link.connection));
}

// A llama.cpp server knows best what its model reads, unless the user has said what counts.
bool ModelRoom::asksServer(const ModelLink &link)
{
    const Connection &connection = link.connection;
    const bool isKeyThere = !connection.needsKey || !link.key.isEmpty();
    if (!link.provider || !connection.isLlamaServer() || !connection.tokenizerFile.isEmpty() ||
        connection.baseUrl.isEmpty() || !isKeyThere) {
        m_serverTokenizer.reset();
        return false;
    }
    const bool isAnother = connection.kind != m_serverAsked.kind ||
                           connection.baseUrl != m_serverAsked.baseUrl ||
                           connection.model != m_serverAsked.model || link.key != m_serverKey;
    if (!m_serverTokenizer || isAnother) {
        m_serverAsked = connection;
        m_serverKey = link.key;
        m_serverTokenizer = std::make_unique<ServerTokenizer>(*m_transport, connection, link.key);
        connect(m_serverTokenizer.get(), &ServerTokenizer::learnt, this, &ModelRoom::linkMayHaveChanged);
    }
    return m_serverTokenizer->answers();
}

// Vocabularies take from 10 ms to seconds: never here.
void ModelRoom::loadCounter(const QString &wanted)
{
    if (m_counterFor == wanted)
        return;
    m_counterFor = wanted;
    m_counter.reset();
    if (wanted.isEmpty())
        return;
    using Loaded = Result<TokenCounterPtr>;
    auto *watcher = new QFutureWatcher<Loaded>(this);
    connect(watcher, &QFutureWatcher<Loaded>::finished, this, [this, watcher, wanted] {
        watcher->deleteLater();
        if (m_counterFor != wanted)
            return;
        const Loaded loaded = watcher->result();
        if (!loaded) {
            Q_EMIT problem(loaded.error());
            return;
        }
        m_counter = *loaded;
        Q_EMIT linkChanged();
    });
    watcher->setFuture(QtConcurrent::run([wanted] { return loadTokenizer(wanted); }));
}

} // namespace snug
