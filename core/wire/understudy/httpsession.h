// The server's end of one HTTP/1.1 connection: requests in, answers out. For loopback, and still
// careful with what comes in.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>

namespace snug {

struct HttpRequest
{
    QByteArray method;
    QByteArray path; // without the query
    QByteArray body;
};

class HttpSession : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype largestHead = 64 * 1024;
    static constexpr qsizetype largestBody = 64 * 1024 * 1024;

    // Takes the socket over. Deletes itself when the connection ends.
    HttpSession(QTcpSocket *socket, QObject *parent);

    void answer(int status, const QByteArray &body);
    // An event stream: begin, any number of events, end. Chunked.
    void beginEvents();
    void sendEvent(const QByteArray &data);
    void endEvents();
    // Bytes that the client has not taken yet.
    qint64 unsent() const { return m_socket->bytesToWrite(); }

Q_SIGNALS:
    // One at a time: the next comes when this one is answered.
    void requested(const snug::HttpRequest &request);
    void sent();
    void closed();

private:
    void takeBytes();
    bool takeRequest();
    bool takeHead(QByteArrayView head);
    void refuse(int status, const QByteArray &message);
    QByteArray connectionHeader() const;
    void finishAnswer();

    QTcpSocket *m_socket;
    QByteArray m_received;
    HttpRequest m_request;
    qsizetype m_bodySize = -1; // -1: the head has not come whole
    bool m_keepsAlive = true;
    bool m_isAnswering = false;
    bool m_isRefused = false;
};

} // namespace snug
