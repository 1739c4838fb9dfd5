#include "core/workspace/connections.h"

#include "core/wire/address.h"
#include "core/wire/whatworks.h"
#include "core/workspace/countlearning.h"
#include "core/workspace/learntmodel.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

Connections::Connections(const Dependencies &around, int understudyPace, QObject *parent)
    : QObject(parent)
    , m_library(around.library)
    , m_transport(around.transport)
    , m_observer(around.observer)
    , m_consents(around.consents)
    , m_keys(around.keys, &m_consents)
    , m_counting(around.counting)
    , m_counter(around.transport, around.counting)
    , m_understudy(understudyPace)
    , m_connections(withUnderstudy({}))
    , m_own(around.consents->ownConnectionsFile(), around.access)
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
    connect(m_library, &Library::closed, this, [this] { m_isFileRead = false; });
    connect(&m_own, &OwnConnections::read, this, &Connections::settle);
    connect(&m_own, &OwnConnections::changed, this, &Connections::follow);
    connect(&m_own, &OwnConnections::mended, this, [this](const StateDamage &damage) {
        Q_EMIT problem({.what = tr("the list of your connections was damaged, and has been written again"),
                        .file = m_own.path(),
                        .hint = tr("The damaged file is kept as %1.").arg(damage.keptAs)});
    });
    connect(&m_counter, &ConnectionCounter::problem, this, &Connections::problem);
    connect(&m_counter, &ConnectionCounter::changed, this, &Connections::linkMayHaveChanged);
    connect(m_counting, &CountLearning::learnt, this, &Connections::linkMayHaveChanged);
    m_understudy.start();
}

Connections::~Connections() = default;

void Connections::readFile()
{
    m_document.read([this](const StateRead &state) {
        m_file = readConnections(state.bytes).value_or(ConnectionsFile());
        m_damage = state.damage;
        if (state.isLost) // it was said who answers here, and nobody knows any more who
            m_file.document = Json::object({{u"active"_s, Json(QString())}});
        m_isFileRead = true;
        settle();
    });
}

// Both files are known.
void Connections::settle()
{
    if (!m_isFileRead || !m_own.isRead())
        return;
    arrange();
    m_keys.forgetKnown();
    ConnectionsRead read{.damage = m_damage, .ownDamage = m_own.damage(), .offered = {}};
    const auto known = [this](const QString &id) { return find(id) ? id : QString(); };
    const QString usedLast = known(m_own.file().list.activeId);
    QString chosen = known(m_here.chosen);
    if (m_damage || m_own.damage()) {
        read.offered = std::exchange(chosen, {});
        m_file.activeId.clear();
        m_here.file.activeId.clear();
    } else if (!m_here.hasChoice && !usedLast.isEmpty() && m_consents.isAllowed(*find(usedLast))) {
        read.isUsedLast = true;
        chosen = usedLast;
    }
    if (chosen.isEmpty() && read.offered.isEmpty())
        read.offered = usedLast;
    Q_EMIT connectionsChanged();
    setActive(chosen);
    noteUse();
    Q_EMIT waitingChanged();
    Q_EMIT filesRead(read);
}

// The list: the user's own, and what the library offers. What he made in the library before connections were
// his moves over now.
void Connections::arrange()
{
    m_here = libraryConnections(m_file, m_own.file(), m_consents);
    for (const Connection &moving : std::as_const(m_here.moving)) {
        const QString formerId = m_here.formerIds.value(moving.id);
        if (formerId.isEmpty() || m_own.isReadOnly())
            continue;
        Connection former = moving;
        former.id = formerId;
        Connection now = m_consents.withConsents(former);
        now.id = moving.id;
        m_consents.allow(now);
        m_keys.takeAlong(formerId, now, this, [this](const KeyAnswer &) { linkMayHaveChanged(); });
    }
    m_own.change({.put = m_here.moving});
    m_connections = withUnderstudy(m_own.file().list.connections + m_here.offered);
    for (Connection &connection : m_connections)
        connection = m_consents.withConsents(connection);
}

// Another program has changed the user's list, or allowed something.
void Connections::follow()
{
    const bool isAllowedOtherwise = m_consents.readAgain();
    if (!m_isFileRead || !m_own.isRead())
        return;
    const QList<Connection> before = m_connections;
    arrange();
    if (m_connections == before && !isAllowedOtherwise)
        return;
    Q_EMIT connectionsChanged();
    setActive(m_active); // nobody takes the place of one that is gone
    Q_EMIT waitingChanged();
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
    m_own.settleDamage();
    m_here.file.activeId = id;
    setActive(id);
    noteUse();
    writeRecord();
    Q_EMIT waitingChanged();
}

// Whom the user talks to goes with him into libraries that say nothing of who answers there. The Understudy
// does not: it never answers unasked.
void Connections::noteUse()
{
    const Connection *active = find(m_active);
    if (active && active->kind != Connection::Kind::Understudy && m_own.file().find(m_active) &&
        m_consents.isAllowed(*active) && m_own.file().list.activeId != m_active)
        m_own.change({.usedLast = m_active});
}

void Connections::setConnections(const QList<Connection> &connections)
{
    const QList<Connection> before = std::exchange(m_connections, withUnderstudy(connections));
    const QList<Connection> known = before + m_removed; // what comes back is nothing new
    for (Connection &connection : m_connections)
        learnModel(connection, m_listed.value(connection.id));
    QList<Connection> moved;
    for (const Connection &connection : std::as_const(m_connections)) {
        const auto old = std::ranges::find(known, connection.id, &Connection::id);
        const bool isNew = old == known.end() || originOf(old->baseUrl) != originOf(connection.baseUrl);
        if (isNew || m_consents.isAllowed(connection))
            m_consents.allow(connection);
        if (isNew && old != known.end())
            moved.append(connection);
        if (m_removedOffers.remove(connection.id))
            m_here.offered.append(connection);
    }
    keep(before);
    if (!m_active.isEmpty() && !find(m_active))
        setActive({});
    noteUse();
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
    keepAllowed();
    Q_EMIT waitingChanged();
    setActive(m_active);
    noteUse();
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
    const bool isTold = report.contextSize || !report.capabilities.isEmpty();
    if (isTold && !tested->model.isEmpty()) { // what is loaded may have less than the list says
        ModelFacts loaded = ModelPage{listed}.factsOf(tested->model).value_or(ModelFacts());
        loaded.id = tested->model;
        if (report.contextSize)
            loaded.contextSize = report.contextSize;
        if (!report.capabilities.isEmpty())
            loaded.capabilities = report.capabilities;
        listed.prepend(loaded);
    }
    const QList<Connection> before = m_connections;
    learnModel(*tested, listed);
    if (m_connections == before)
        return;
    keep(before);
    linkMayHaveChanged();
}

// Each in its file: the user's own in his, and what the library brought there, until it is allowed.
void Connections::keep(const QList<Connection> &before)
{
    OwnChange change;
    const ConnectionsFile record = m_here.file;
    QHash<QString, const Connection *> former;
    for (const Connection &old : before)
        former.insert(old.id, &old);
    QSet<QString> ids;
    QSet<QString> offered;
    for (const Connection &each : std::as_const(m_here.offered))
        offered.insert(each.id);
    for (const Connection &connection : std::as_const(m_connections)) {
        ids.insert(connection.id);
        const bool isOffered = offered.contains(connection.id);
        const bool isTheLibrarys =
            isOffered && (!m_consents.isAllowed(connection) || originOf(connection.baseUrl).isEmpty());
        const Connection *old = former.value(connection.id);
        if (old && *old == connection && isOffered == isTheLibrarys)
            continue;
        if (isTheLibrarys)
            m_here.put(connection);
        else
            change.put.append(connection);
    }
    for (const Connection &old : before) {
        if (ids.contains(old.id))
            continue;
        if (m_here.isOffered(old.id))
            m_removedOffers.insert(old.id);
        else
            change.removed.append(old.id);
        m_here.remove(old.id);
        m_removed.removeIf([&old](const Connection &each) { return each.id == old.id; });
        m_removed.append(old);
    }
    for (const Connection &own : std::as_const(change.put))
        m_here.offered.removeIf([&own](const Connection &offered) { return offered.id == own.id; });
    const bool wasDamaged = m_own.damage().has_value() && !change.isEmpty();
    if (wasDamaged)
        m_own.settleDamage();
    m_own.change(change);
    const QString &chosen = m_here.file.activeId;
    if (wasDamaged || m_here.file != record ||
        std::ranges::any_of(change.put, [&](const Connection &own) { return own.id == chosen; }))
        writeRecord();
}

// What was offered and is allowed by now is the user's own.
void Connections::keepAllowed()
{
    keep(m_connections);
}

// What the library's file says: who answers here, and what it takes to know that one again.
void Connections::writeRecord()
{
    if (const Connection *chosen = find(m_here.file.activeId);
        chosen && chosen->kind != Connection::Kind::Understudy)
        m_here.record(*chosen);
    m_file = m_here.file;
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
    keepAllowed();
    m_keys.keep(*connection, key, this, [this, id](const KeyAnswer &answer) { tellKeyState(id, answer); });
    Q_EMIT waitingChanged();
    linkMayHaveChanged();
}

void Connections::forgetKey(const QString &id)
{
    const auto gone = std::ranges::find(m_removed, id, &Connection::id);
    const Connection *connection = find(id);
    if (!connection && gone != m_removed.end())
        connection = &*gone;
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
    connect(m_test.get(), &ConnectionTest::ended, this, [this, connection](const ConnectionReport &report) {
        const QString &id = connection.id;
        QStringList lines = report.lines;
        if (report.works) {
            learnModels(id, report);
            if (connection.kind != Connection::Kind::Understudy)
                lines << whatWorks(connection);
        }
        Q_EMIT testEnded(id, report.works, lines.join(u'\n'), report.models);
        if (report.service)
            Q_EMIT programFound(id, *report.service);
        if (report.works && m_counter.forgetSilentServer())
            linkMayHaveChanged();
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
    return m_isFileRead && m_own.isRead() && m_counting->isRead() && m_fetching == 0 &&
           !m_counter.isLoading() && !isStarting;
}

void Connections::linkMayHaveChanged()
{
    m_counter.follow(linkOf(m_active));
    Q_EMIT linkChanged();
}

} // namespace snug
