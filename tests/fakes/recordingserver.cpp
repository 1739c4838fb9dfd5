#include "tests/fakes/recordingserver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace snug {

QByteArray RecordedRequest::header(QByteArrayView name) const
{
    for (const auto &[headerName, value] : headers) {
        if (headerName.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

RawAnswer RawAnswer::json(const QByteArray &body, int status)
{
    return {.pieces = {"HTTP/1.1 " + QByteArray::number(status) +
                       " Said\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
                       QByteArray::number(body.size()) + "\r\n\r\n" + body}};
}

RawAnswer RawAnswer::eventStream(const QList<QByteArray> &pieces)
{
    return {.pieces = QList<QByteArray>{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                                        "Connection: close\r\n\r\n"} +
                      pieces};
}

RecordingServer::RecordingServer()
{
    connect(&m_server, &QTcpServer::newConnection, this, &RecordingServer::accept);
    if (!m_server.listen(QHostAddress::LocalHost))
        qFatal("no port on loopback");
}

RecordingServer::~RecordingServer()
{
    const QList<QTcpSocket *> sockets = m_received.keys();
    for (QTcpSocket *socket : sockets)
        socket->disconnect(this);
}

QUrl RecordingServer::url(const QString &path) const
{
    return QUrl(u"http://127.0.0.1:%1%2"_s.arg(m_server.serverPort()).arg(path));
}

void RecordingServer::writeToAll(const QByteArray &bytes)
{
    const QList<QTcpSocket *> sockets = m_received.keys();
    for (QTcpSocket *socket : sockets) {
        socket->write(bytes);
        socket->flush();
    }
}

void RecordingServer::closeAll()
{
    const QList<QTcpSocket *> sockets = m_received.keys();
    for (QTcpSocket *socket : sockets)
        socket->disconnectFromHost();
}

void RecordingServer::accept()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        ++m_connections;
        m_received.insert(socket, {});
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { take(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_received.remove(socket);
            socket->deleteLater();
        });
    }
}

void RecordingServer::take(QTcpSocket *socket)
{
    QByteArray &bytes = m_received[socket];
    bytes += socket->readAll();
    const qsizetype headEnd = bytes.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return;
    RecordedRequest request;
    QList<QByteArray> lines = bytes.first(headEnd).split('\n');
    request.startLine = lines.takeFirst().trimmed();
    for (const QByteArray &line : std::as_const(lines)) {
        const qsizetype colon = line.indexOf(':');
        request.headers.append({line.first(colon), line.mid(colon + 1).trimmed()});
    }
    const qsizetype length = request.header("content-length").toLongLong();
    if (bytes.size() < headEnd + 4 + length)
        return;
    request.body = bytes.mid(headEnd + 4, length);
    bytes.remove(0, headEnd + 4 + length);
    if (request.startLine.startsWith("POST /tokenize "))
        return answer(socket, tokens(request.body));
    m_requests << request;
    answer(socket, !m_answers.isEmpty() ? m_answers.dequeue()
                   : m_answer           ? m_answer(request)
                                        : RawAnswer::json("{}"));
}

RawAnswer RecordingServer::tokens(const QByteArray &body)
{
    if (!m_count)
        return RawAnswer::json("{}", 404);
    ++m_tokenized;
    const QString text = QJsonDocument::fromJson(body).object().value(u"content").toString();
    QJsonArray list;
    for (int i = 0; i < m_count(text); ++i)
        list.append(i);
    return RawAnswer::json(QJsonDocument(QJsonObject{{u"tokens"_s, list}}).toJson(QJsonDocument::Compact));
}

void RecordingServer::answer(QTcpSocket *socket, const RawAnswer &answer)
{
    for (const QByteArray &piece : answer.pieces) {
        socket->write(piece);
        socket->flush();
    }
    if (answer.resets) {
        const linger now{.l_onoff = 1, .l_linger = 0};
        setsockopt(int(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof(now));
        socket->abort();
    } else if (answer.closes) {
        socket->disconnectFromHost();
    }
}

} // namespace snug
