// Asks a connection whether it works: what the connection editor's test button does.
#pragma once

#include "core/model/connection.h"
#include "core/result.h"
#include "core/wire/localservers.h"
#include "core/wire/modelpage.h"
#include "core/wire/servicefacts.h"
#include "core/wire/transport.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace snug {

// What came of it. `lines` is for people, whole sentences, good news first.
struct ConnectionReport
{
    bool works = false;
    QStringList lines;
    QStringList models;                      // as the server lists them
    std::optional<int> contextSize;          // of the connection's model, where the server says it
    QList<ModelFacts> listed = {};           // what it says of each of them
    std::optional<ChatService> service = {}; // who it is, where the connection knows only OpenAI's shape
    QStringList capabilities = {};           // of the connection's model, beside the list (Ollama)
    Error error = {};                        // when it does not work

    bool operator==(const ConnectionReport &) const = default;
};

// One test at a time; start() again forgets the one under way.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    // The transport must outlive this.
    explicit ConnectionTest(Transport &transport, QObject *parent = nullptr);
    ~ConnectionTest() override;

    void start(const Connection &connection, const Secret &key);
    // ended() does not come after this.
    void cancel();
    bool isRunning() const { return m_exchange != nullptr; }

Q_SIGNALS:
    void ended(const snug::ConnectionReport &report);

private:
    using Answer = std::function<void(int status, const QByteArray &body)>;
    // `isVital`: without an answer the test has failed.
    void ask(const WireRequest &request, const Answer &answer, bool isVital = true);
    void onModels(int status, const QByteArray &body);
    void tryKey(const Error &refusal);
    void askNextPage(const ModelPage &page);
    void takePage(const ModelPage &page);
    void afterModels();
    void askFacts();
    void askWhoItIs();
    void noteFact(ServiceQuestion::About about, const QByteArray &body);
    void noteOffer();
    void noteListed();
    void noteCapabilities(const QStringList &words);
    void onProps(int status, const QByteArray &body);
    void fail(Error error);
    void finish();

    Transport &m_transport;
    Connection m_connection;
    Secret m_key;
    ConnectionReport m_report;
    int m_pages = 0; // of the list of models
    bool m_hasNoList = false;
    QList<ServiceQuestion> m_questions;
    QList<LocalProbe> m_probes; // of servers that people run
    QStringList m_facts;        // of the report's lines
    QElapsedTimer m_since;      // the question that is out
    qint64 m_answerTime = 0;    // milliseconds, of the first answer
    std::unique_ptr<Exchange> m_exchange;
    QTimer m_deadline; // of the whole answer: one that drips is never silent
    WireRequest m_asked;
    int m_status = 0;
    WireHeaders m_headers;
    QByteArray m_body;
};

} // namespace snug
