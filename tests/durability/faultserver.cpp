#include "tests/durability/faultserver.h"

#include "tests/durability/faultcases.h"

#include <QHash>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr qint64 FloodAhead = 1 << 20; // bytes

// Of the newest message: the last one in the body.
QString modeOf(const QByteArray &body)
{
    static const QRegularExpression mode(u"mode:([a-z0-9-]+)"_s);
    QString found = u"ok"_s;
    auto all = mode.globalMatch(QString::fromUtf8(body));
    while (all.hasNext())
        found = all.next().captured(1);
    return found;
}

qint64 lengthOfBody(const QByteArray &head)
{
    static const QRegularExpression length(u"content-length: *(\\d+)"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    return length.match(QString::fromLatin1(head)).captured(1).toLongLong();
}

} // namespace

class FaultServer::Listener : public QObject
{
public:
    explicit Listener(std::atomic<int> &requests)
        : m_requests(requests)
    {
    }

    quint16 listen()
    {
        connect(&m_server, &QTcpServer::newConnection, this, &Listener::accept);
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port on loopback");
        return m_server.serverPort();
    }

private:
    void accept()
    {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { take(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                m_received.remove(socket);
                socket->deleteLater();
            });
        }
    }

    void take(QTcpSocket *socket)
    {
        QByteArray &bytes = m_received[socket];
        bytes += socket->readAll();
        const qsizetype headEnd = bytes.indexOf("\r\n\r\n");
        if (headEnd < 0 || bytes.size() < headEnd + 4 + lengthOfBody(bytes.first(headEnd)))
            return;
        const bool isForReply = bytes.startsWith("POST ") && bytes.contains("/chat/completions");
        const QByteArray body = std::exchange(bytes, {}).sliced(headEnd + 4);
        if (!isForReply)
            return say(socket, faultAnswer(u"models"_s, 0), 0);
        const int number = ++m_requests;
        say(socket, faultAnswer(modeOf(body), number), 0);
    }

    void say(QTcpSocket *socket, const FaultAnswer &answer, qsizetype next)
    {
        if (next >= answer.steps.size())
            return leave(socket, answer);
        const AnswerStep step = answer.steps.at(next);
        const auto speak = [this, socket, answer, next, step] {
            socket->write(step.bytes);
            socket->flush();
            if (socket->state() == QAbstractSocket::ConnectedState)
                say(socket, answer, next + 1);
        };
        if (step.pause > 0)
            QTimer::singleShot(step.pause, socket, speak);
        else
            speak();
    }

    void leave(QTcpSocket *socket, const FaultAnswer &answer)
    {
        switch (answer.ending) {
        case FaultAnswer::Ending::Close:
            return socket->disconnectFromHost();
        case FaultAnswer::Ending::Reset: {
            const linger now{.l_onoff = 1, .l_linger = 0};
            setsockopt(int(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof(now));
            return socket->abort();
        }
        case FaultAnswer::Ending::Stay:
            return;
        case FaultAnswer::Ending::Flood:
            connect(socket, &QTcpSocket::bytesWritten, this,
                    [this, socket, answer] { flood(socket, answer.flood); });
            return flood(socket, answer.flood);
        }
    }

    void flood(QTcpSocket *socket, const QByteArray &bytes)
    {
        if (socket->state() == QAbstractSocket::ConnectedState && socket->bytesToWrite() < FloodAhead)
            socket->write(bytes);
    }

    QTcpServer m_server{this};
    std::atomic<int> &m_requests;
    QHash<QTcpSocket *, QByteArray> m_received;
};

FaultServer::FaultServer()
{
    auto *listener = new Listener(m_requests);
    listener->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, listener, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(
        listener, [this, listener] { m_port = listener->listen(); }, Qt::BlockingQueuedConnection);
}

FaultServer::~FaultServer()
{
    m_thread.quit();
    m_thread.wait();
}

QUrl FaultServer::url() const
{
    return QUrl(u"http://127.0.0.1:%1/v1"_s.arg(m_port));
}

} // namespace snug::durability
