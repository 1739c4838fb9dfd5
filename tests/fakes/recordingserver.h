// A real HTTP/1.1 server on loopback that keeps what arrives, byte for byte, and answers from a script.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QQueue>
#include <QTcpServer>
#include <QUrl>

#include <functional>

class QTcpSocket;

namespace snug {

struct RecordedRequest
{
    QByteArray startLine; // "POST /v1/chat/completions HTTP/1.1"
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray body;

    QByteArray header(QByteArrayView name) const; // empty if it did not come
};

// What is written to the socket when a whole request has arrived.
struct RawAnswer
{
    QList<QByteArray> pieces = {}; // each is flushed before the next is written
    bool closes = true;
    bool resets =
        false; // the connection is cut off rather than closed, with what was written still under way

    static RawAnswer json(const QByteArray &body, int status = 200);
    static RawAnswer eventStream(const QList<QByteArray> &pieces);
    static RawAnswer silence() { return {.closes = false}; }
};

class RecordingServer : public QObject
{
    Q_OBJECT

public:
    RecordingServer();
    ~RecordingServer() override;

    QUrl url(const QString &path = {}) const;
    // Used in order; when none is left, an empty JSON object.
    void enqueue(const RawAnswer &answer) { m_answers.enqueue(answer); }
    // What the requests are answered by as long as nothing is enqueued.
    void answerWith(std::function<RawAnswer(const RecordedRequest &)> answer)
    {
        m_answer = std::move(answer);
    }
    const QList<RecordedRequest> &requests() const { return m_requests; }
    // POST /tokenize is apart from both: not found, or a list of as many tokens as `count` says.
    void tokenizeWith(std::function<int(const QString &text)> count) { m_count = std::move(count); }
    int tokenized() const { return m_tokenized; }     // texts so far
    int connections() const { return m_connections; } // so far
    int openSockets() const { return static_cast<int>(m_received.size()); }
    // To every open socket.
    void writeToAll(const QByteArray &bytes);
    void closeAll();

private:
    void accept();
    void take(QTcpSocket *socket);
    void answer(QTcpSocket *socket, const RawAnswer &answer);
    RawAnswer tokens(const QByteArray &body);

    QTcpServer m_server;
    QQueue<RawAnswer> m_answers;
    std::function<RawAnswer(const RecordedRequest &)> m_answer;
    QList<RecordedRequest> m_requests;
    std::function<int(const QString &text)> m_count;
    int m_tokenized = 0;
    int m_connections = 0;
    QHash<QTcpSocket *, QByteArray> m_received;
};

} // namespace snug
