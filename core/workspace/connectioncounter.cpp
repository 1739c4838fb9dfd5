#include "core/workspace/connectioncounter.h"

#include "core/guarded.h"
#include "core/tokens/loadtokenizer.h"
#include "core/tokens/nearestvocabulary.h"
#include "core/wire/tokenizerchoice.h"
#include "core/workspace/countlearning.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

namespace snug {

ConnectionCounter::ConnectionCounter(Transport *transport, const CountLearning *counting, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_counting(counting)
{
}

ConnectionCounter::~ConnectionCounter() = default;

bool ConnectionCounter::forgetSilentServer()
{
    if (!m_serverTokenizer || m_serverTokenizer->answers())
        return false;
    m_serverTokenizer.reset();
    return true;
}

void ConnectionCounter::follow(const ModelLink &link)
{
    if (asksServer(link)) {
        m_counterFor.reset(); // it is none of those that are loaded
        m_counter = m_serverTokenizer->counter();
        return;
    }
    loadCounter(m_counting->tokenizerOf(link.connection));
}

// A llama.cpp server knows best what its model reads, unless the user has said what counts.
bool ConnectionCounter::asksServer(const ModelLink &link)
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
        connect(m_serverTokenizer.get(), &ServerTokenizer::learnt, this, &ConnectionCounter::changed);
    }
    return m_serverTokenizer->answers();
}

// Vocabularies take from 10 ms to seconds: never here.
void ConnectionCounter::loadCounter(const QString &wanted)
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
        Q_EMIT changed();
    });
    watcher->setFuture(QtConcurrent::run(guarded([wanted] { return loadTokenizer(wanted); })));
}

} // namespace snug
