#include "core/workspace/lorevectors.h"

#include "core/chat/chatsession.h"
#include "core/guarded.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/prompt/knownto.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/vectorfile.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int quietTime = 400;     // milliseconds: not with every keystroke
static constexpr int silenceTimeout = 60; // seconds
// Thirty-three vectors of 4096 numbers have 3 MB.
static constexpr qsizetype largestAnswer = 16 * 1024 * 1024;

// Vectors of one model cannot be compared with another's.
static QString measuringModel(const Connection &connection)
{
    return QStringList{connection.id, connection.model, connection.embeddingModel}.join(u' ');
}

LoreVectors::LoreVectors(const Dependencies &around, QObject *parent)
    : QObject(parent)
    , m_deps(around)
{
    m_later.setSingleShot(true);
    m_later.setInterval(quietTime);
    connect(&m_later, &QTimer::timeout, this, &LoreVectors::measure);
    connect(around.prompt, &ActiveContent::changed, &m_later, qOverload<>(&QTimer::start));
    connect(around.model, &Connections::linkChanged, &m_later, qOverload<>(&QTimer::start));
    connect(around.model, &Connections::linkChanged, this, &LoreVectors::tellWhether);
    connect(&m_measuring, &QFutureWatcherBase::finished, this,
            [this] { measured(m_measuring.future().takeResult()); });
    connect(around.library, &Library::closed, this, [this] {
        m_isStale = true;
        m_exchange.reset();
        m_indexes.clear();
        m_unsaved.clear();
        m_loading.clear();
    });
}

void LoreVectors::setSession(ChatSession *session)
{
    m_session = session;
    m_isStale = true;
    m_exchange.reset();
    m_deps.prompt->setSimilarities({});
    if (session)
        connect(session, &ChatSession::changed, &m_later, qOverload<>(&QTimer::start));
    m_later.start();
}

bool LoreVectors::hasEmbeddings() const
{
    const ModelLink link = m_deps.model->link();
    return link.isComplete() && link.connection.measuresTexts && mayHaveEmbeddings(link.connection) &&
           !m_without.contains(measuringModel(link.connection));
}

void LoreVectors::tellWhether()
{
    const bool has = hasEmbeddings();
    if (std::exchange(m_hadEmbeddings, has) != has)
        Q_EMIT hasEmbeddingsChanged(has);
}

// What everybody knows of the last messages: a query must not give away what somebody was not told.
QString LoreVectors::queryText() const
{
    QStringList texts;
    const QList<Message> &messages = m_session->chat().messages;
    for (qsizetype i = messages.size() - 1; i >= 0 && texts.size() < SimilarityMessages; --i) {
        const Message &message = messages.at(i);
        if (!message.isHidden && knownTo(message).isEmpty() && !message.text.trimmed().isEmpty())
            texts.prepend(message.text);
    }
    return texts.join(u'\n');
}

QString LoreVectors::indexPath(const QString &book) const
{
    return m_deps.library->layout().snugFolder() + u"/vectors/"_s + safeFileName(book, u"lorebook"_s) +
           u".json"_s;
}

// False: some are still being read.
bool LoreVectors::loadIndexes(const QStringList &books)
{
    bool areThere = true;
    for (const QString &book : books) {
        if (m_indexes.contains(book))
            continue;
        areThere = false;
        if (m_loading.contains(book))
            continue;
        m_loading.insert(book);
        m_deps.library->perform(
            [path = indexPath(book), model = m_model](LibraryStore &store) {
                return readVectorFile(store, path, model);
            },
            this,
            [this, book](const Result<VectorIndex> &read) {
                m_loading.remove(book);
                if (!read)
                    Q_EMIT m_deps.prompt->problem(read.error());
                m_indexes.insert(book, read && read->model == m_model ? *read : VectorIndex{m_model, {}});
                m_later.start();
            });
    }
    return areThere;
}

void LoreVectors::measure()
{
    m_isStale = true; // what is being measured
    const QString query = m_session && hasEmbeddings() ? queryText() : QString();
    if (query.isEmpty()) {
        m_deps.prompt->setSimilarities({});
        return;
    }
    if (const QString model = measuringModel(m_deps.model->link().connection); model != m_model) {
        m_model = model;
        m_exchange.reset(); // its vectors would be another model's
        m_indexes.clear();
        m_unsaved.clear();
        m_query.clear();
    }
    if (m_exchange || m_measuring.isRunning())
        return; // both begin anew when they are done
    m_isStale = false;
    m_measured = query;
    const EntryMeasuring given{
        .books = m_deps.prompt->inputs().lorebooks, .indexes = m_indexes, .query = m_queryVector};
    m_measuring.setFuture(QtConcurrent::run(
        guarded([given] { return measureEntries(given); }, [](const Error &) { return EntryMeasures(); })));
}

void LoreVectors::measured(const EntryMeasures &measures)
{
    if (m_isStale || !m_session || measuringModel(m_deps.model->link().connection) != m_model)
        return measure();
    m_keys = measures.keys;
    if (measures.books.isEmpty()) {
        m_deps.prompt->setSimilarities({});
        return;
    }
    if (!loadIndexes(measures.books))
        return;
    QStringList texts;
    for (const MissingVector &missing : measures.missing)
        texts.append(missing.text);
    if (m_measured != m_query)
        texts.append(m_measured);
    if (!texts.isEmpty()) {
        m_asked = m_measured;
        ask(texts, measures.missing);
        return;
    }
    saveAll();
    m_deps.prompt->setSimilarities(measures.similarities);
}

void LoreVectors::ask(const QStringList &texts, const QList<MissingVector> &missing)
{
    const ModelLink link = m_deps.model->link();
    m_exchange = m_deps.transport->send(embeddingsRequest(link.connection, link.key, texts), silenceTimeout);
    auto status = std::make_shared<int>(0);
    auto body = std::make_shared<QByteArray>();
    connect(m_exchange.get(), &Exchange::started, this,
            [status](int code, const WireHeaders &) { *status = code; });
    connect(m_exchange.get(), &Exchange::received, this, [this, body](const QByteArray &bytes) {
        *body += bytes.first(qMin(bytes.size(), largestAnswer - body->size()));
        if (body->size() == largestAnswer)
            m_exchange->cancel();
    });
    connect(m_exchange.get(), &Exchange::ended, this,
            [this, status, body, missing, count = texts.size()](const ExchangeEnd &end) {
                m_exchange.release()->deleteLater();
                if (end.kind == ExchangeEnd::Kind::Complete)
                    onVectors(*status, *body, missing, count);
                else
                    giveUp();
            });
}

void LoreVectors::onVectors(int status, const QByteArray &body, const QList<MissingVector> &missing,
                            qsizetype texts)
{
    const Result<QList<TextVector>> vectors = parseEmbeddings(body, texts);
    if (status / 100 != 2 || !vectors)
        return giveUp();
    for (qsizetype i = 0; i < missing.size(); ++i) {
        m_indexes[missing.at(i).book].vectors.insert(missing.at(i).key, vectors->at(i));
        m_unsaved.insert(missing.at(i).book);
    }
    if (texts > missing.size()) {
        m_query = m_asked;
        m_queryVector = vectors->last();
    }
    measure();
}

// Until the program ends: its entries go by their keys.
void LoreVectors::giveUp()
{
    saveAll();
    m_without.insert(measuringModel(m_deps.model->link().connection));
    m_deps.prompt->setSimilarities({});
    tellWhether();
}

// Without vectors of texts that are gone.
void LoreVectors::saveAll()
{
    if (m_unsaved.isEmpty())
        return;
    for (const QString &book : std::exchange(m_unsaved, {})) {
        VectorIndex &index = m_indexes[book];
        index.vectors.removeIf([&](const auto &vector) { return !m_keys.contains(vector.key()); });
        m_deps.library->perform(
            [path = indexPath(book), index](LibraryStore &) { return writeVectorFile(path, index); }, this,
            [](const Result<void> &) {}); // it can be made anew
    }
}

} // namespace snug
