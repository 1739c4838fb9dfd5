#include "core/workspace/lorevectors.h"

#include "core/chat/chatsession.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/library/statefile.h"
#include "core/prompt/knownto.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int quietTime = 400;       // milliseconds: not with every keystroke
static constexpr qsizetype mostAtOnce = 32; // texts a request
static constexpr int silenceTimeout = 60;   // seconds
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
    connect(around.library, &Library::closed, this, [this] {
        m_exchange.reset();
        m_indexes.clear();
        m_unsaved.clear();
        m_loading.clear();
    });
}

void LoreVectors::setSession(ChatSession *session)
{
    m_session = session;
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

QList<LoreVectors::Entry> LoreVectors::vectorizedEntries() const
{
    QList<Entry> entries;
    const QList<ActiveLorebook> books = m_deps.prompt->inputs().lorebooks;
    for (const ActiveLorebook &active : books) {
        for (const LoreEntry &entry : active.book.entries) {
            if (entry.vectorized && !entry.disabled && !entry.content.trimmed().isEmpty())
                entries.append({active.book.name, u"%1.%2"_s.arg(active.book.name).arg(entry.uid),
                                textKey(entry.content), entry.content});
        }
    }
    return entries;
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
bool LoreVectors::loadIndexes(const QList<Entry> &entries)
{
    bool areThere = true;
    for (const Entry &entry : entries) {
        if (m_indexes.contains(entry.book))
            continue;
        areThere = false;
        if (m_loading.contains(entry.book))
            continue;
        m_loading.insert(entry.book);
        m_deps.library->perform(
            [path = indexPath(entry.book), model = m_model](LibraryStore &) -> Result<VectorIndex> {
                return readVectorIndex(readStateFile(path, ArchiveFileLimit).value_or(QByteArray()), model);
            },
            this,
            [this, book = entry.book](const Result<VectorIndex> &read) {
                m_loading.remove(book);
                m_indexes.insert(book, read && read->model == m_model ? *read : VectorIndex{m_model, {}});
                m_later.start();
            });
    }
    return areThere;
}

void LoreVectors::measure()
{
    if (!m_session || !hasEmbeddings()) {
        m_deps.prompt->setSimilarities({});
        return;
    }
    const QList<Entry> entries = vectorizedEntries();
    const QString query = queryText();
    if (entries.isEmpty() || query.isEmpty()) {
        m_deps.prompt->setSimilarities({});
        return;
    }
    const ModelLink link = m_deps.model->link();
    if (const QString model = measuringModel(link.connection); model != m_model) {
        m_model = model;
        m_exchange.reset(); // its vectors would be another model's
        m_indexes.clear();
        m_unsaved.clear();
        m_query.clear();
    }
    if (m_exchange || !loadIndexes(entries))
        return; // both begin anew when they are done
    QStringList texts;
    QList<Entry> missing;
    for (const Entry &entry : entries) {
        if (texts.size() < mostAtOnce && !m_indexes.value(entry.book).vectors.contains(entry.key)) {
            missing.append(entry);
            texts.append(entry.text);
        }
    }
    if (query != m_query)
        texts.append(query);
    if (!texts.isEmpty()) {
        m_asked = query;
        ask(texts, missing);
        return;
    }
    saveAll();
    QList<MeasuredEntry> measured;
    for (const Entry &entry : entries)
        measured.append({entry.id, m_indexes.value(entry.book).vectors.value(entry.key)});
    m_deps.prompt->setSimilarities(loreSimilarities(measured, m_queryVector));
}

void LoreVectors::ask(const QStringList &texts, const QList<Entry> &missing)
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

void LoreVectors::onVectors(int status, const QByteArray &body, const QList<Entry> &missing, qsizetype texts)
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
    QSet<QByteArray> used;
    for (const Entry &entry : vectorizedEntries())
        used.insert(entry.key);
    for (const QString &book : std::exchange(m_unsaved, {})) {
        VectorIndex &index = m_indexes[book];
        index.vectors.removeIf([&](const auto &vector) { return !used.contains(vector.key()); });
        m_deps.library->perform([path = indexPath(book), index](
                                    LibraryStore &) { return writeStateFile(path, writeVectorIndex(index)); },
                                this, [](const Result<void> &) {}); // it can be made anew
    }
}

} // namespace snug
