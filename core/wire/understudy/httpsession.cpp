#include "core/wire/understudy/httpsession.h"

#include "core/wire/jsonbody.h"

#include <utility>

namespace snug {

namespace {

QByteArray reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 431:
        return "Request Header Fields Too Large";
    default:
        return "Error";
    }
}

} // namespace

HttpSession::HttpSession(QTcpSocket *socket, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(1024 * 1024);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpSession::takeBytes);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &HttpSession::sent);
    connect(m_socket, &QTcpSocket::disconnected, this, [this] {
        Q_EMIT closed();
        deleteLater();
    });
}

void HttpSession::takeBytes()
{
    if (m_isRefused) { // read and forget, so that the refusal arrives before the socket closes
        m_socket->readAll();
        return;
    }
    if (m_isAnswering && m_received.size() > largestHead)
        return; // pipelined more than anybody needs: wait until the answer is out
    m_received += m_socket->readAll();
    while (!m_isAnswering && !m_isRefused && takeRequest()) {
    }
}

// False when more bytes are needed.
bool HttpSession::takeRequest()
{
    if (m_bodySize < 0) {
        const qsizetype end = m_received.indexOf("\r\n\r\n");
        if (end > largestHead || (end < 0 && m_received.size() > largestHead)) {
            refuse(431, "the head of the request is too large");
            return false;
        }
        if (end < 0)
            return false;
        const QByteArray head = m_received.first(end);
        m_received.remove(0, end + 4);
        if (!takeHead(head))
            return false;
    }
    if (m_received.size() < m_bodySize)
        return false;
    m_request.body = m_received.first(m_bodySize);
    m_received.remove(0, m_bodySize);
    m_bodySize = -1;
    m_isAnswering = true;
    Q_EMIT requested(m_request);
    return true;
}

bool HttpSession::takeHead(QByteArrayView head)
{
    QList<QByteArray> lines = head.toByteArray().split('\n');
    const QList<QByteArray> start = lines.takeFirst().trimmed().split(' ');
    if (start.size() != 3 || !start[2].startsWith("HTTP/1.") || !start[1].startsWith('/')) {
        refuse(400, "this is not an HTTP/1.1 request");
        return false;
    }
    m_request = {start[0], start[1].split('?').first(), {}};
    m_keepsAlive = start[2] != "HTTP/1.0";
    m_bodySize = 0;
    for (const QByteArray &line : std::as_const(lines)) {
        const qsizetype colon = line.indexOf(':');
        if (colon <= 0) {
            refuse(400, "a header has no name");
            return false;
        }
        const QByteArray name = line.first(colon).toLower();
        const QByteArray value = line.sliced(colon + 1).trimmed();
        if (name == "content-length") {
            bool isNumber = false;
            m_bodySize = value.toLongLong(&isNumber);
            if (!isNumber || m_bodySize < 0) {
                refuse(400, "content-length is not a number");
                return false;
            }
            if (m_bodySize > largestBody) {
                refuse(413, "the body is too large");
                return false;
            }
        } else if (name == "transfer-encoding") {
            refuse(411, "send the body with a content-length");
            return false;
        } else if (name == "connection" && value.toLower() == "close") {
            m_keepsAlive = false;
        } else if (name == "expect") {
            m_socket->write("HTTP/1.1 100 Continue\r\n\r\n");
        }
    }
    return true;
}

void HttpSession::refuse(int status, const QByteArray &message)
{
    JsonBody body;
    body.beginObject();
    body.key("error");
    body.beginObject();
    body.key("message");
    body.text(QByteArrayView(message));
    body.endObject();
    body.endObject();
    m_keepsAlive = false;
    m_isRefused = true;
    m_received.clear();
    answer(status, body.take());
}

QByteArray HttpSession::connectionHeader() const
{
    return m_keepsAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
}

void HttpSession::answer(int status, const QByteArray &body)
{
    m_socket->write("HTTP/1.1 " + QByteArray::number(status) + ' ' + reason(status) +
                    "\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: " +
                    QByteArray::number(body.size()) + "\r\n" + connectionHeader() + "\r\n");
    m_socket->write(body);
    finishAnswer();
}

void HttpSession::beginEvents()
{
    m_socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
                    "Transfer-Encoding: chunked\r\n" +
                    connectionHeader() + "\r\n");
}

void HttpSession::sendEvent(const QByteArray &data)
{
    const QByteArray event = "data: " + data + "\n\n";
    m_socket->write(QByteArray::number(event.size(), 16) + "\r\n" + event + "\r\n");
}

void HttpSession::endEvents()
{
    m_socket->write("0\r\n\r\n");
    finishAnswer();
}

void HttpSession::finishAnswer()
{
    m_isAnswering = false;
    if (!m_keepsAlive) {
        m_socket->disconnectFromHost(); // after what is written has gone out
        return;
    }
    if (m_received.isEmpty() && m_socket->bytesAvailable() == 0)
        return;
    QMetaObject::invokeMethod(this, &HttpSession::takeBytes, Qt::QueuedConnection);
}

} // namespace snug
