// The Understudy's HTTP: bytes from any program on this machine, however they are cut, are the same
// requests; each gets one answer, the first that is wrong ends the connection.
#include "core/formats/jsontext.h"
#include "core/wire/understudy/chatrequest.h"
#include "core/wire/understudy/httpsession.h"
#include "core/wire/understudy/sceneanswer.h"
#include "core/wire/understudy/understudyreply.h"
#include "core/wire/understudy/voice.h"
#include "tests/fuzz/fuzzing.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// A socket without a network: what is fed is what the other side sent.
class FedSocket : public QTcpSocket
{
public:
    FedSocket() { setOpenMode(ReadWrite | Unbuffered); }

    void feed(const QByteArray &bytes)
    {
        m_waiting += bytes;
        Q_EMIT readyRead();
    }
    qint64 bytesAvailable() const override { return m_waiting.size(); }
    void disconnectFromHost() override { isClosed = true; }
    void setSocketOption(SocketOption, const QVariant &) override {}

    QByteArray sent;
    bool isClosed = false;

protected:
    qint64 readData(char *data, qint64 size) override
    {
        const qint64 taken = std::min<qint64>(size, m_waiting.size());
        std::copy_n(m_waiting.constData(), taken, data);
        m_waiting.remove(0, taken);
        return taken;
    }
    qint64 writeData(const char *data, qint64 size) override
    {
        sent.append(data, size);
        return size;
    }

private:
    QByteArray m_waiting;
};

struct Heard
{
    QList<QByteArray> requests;
    bool isClosed = false;
    QByteArray sent;
    bool operator==(const Heard &) const = default;
};

// `step`: bytes at a time.
Heard heard(const QByteArray &bytes, qsizetype step)
{
    Heard result;
    QObject owner;
    auto *socket = new FedSocket;
    auto *session = new HttpSession(socket, &owner);
    QObject::connect(session, &HttpSession::requested, &owner, [&](const HttpRequest &request) {
        promise(request.body.size() <= HttpSession::largestBody && request.path.startsWith('/'));
        result.requests.append(request.method + ' ' + request.path + '\n' + request.body);
        if (result.requests.size() % 2 == 0) {
            session->beginEvents();
            session->sendEvent(request.body.left(100).toHex());
            session->endEvents();
        } else {
            session->answer(200, request.body.left(100).toHex());
        }
    });
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        socket->feed(bytes.sliced(at, std::min(step, bytes.size() - at)));
        QCoreApplication::sendPostedEvents(session, QEvent::MetaCall);
    }
    for (qsizetype rounds = 0; rounds < bytes.size(); ++rounds) // what waited behind an answer
        QCoreApplication::sendPostedEvents(session, QEvent::MetaCall);
    result.isClosed = socket->isClosed;
    result.sent = socket->sent;
    return result;
}

void checkReply(const UnderstudyRequest &request)
{
    const QString prompt = promptText(request);
    UnderstudyLine line;
    line.id = "understudy-1";
    line.promptTokens = understudyTokenCount(prompt);
    promise(line.promptTokens >= 0 && line.promptTokens <= prompt.size());
    const auto scene = sceneAnswer(request.messages);
    const QString reply =
        scene ? *scene : understudyReply(readPrompt(request.messages), request.seed.value_or(1));
    promise(!reply.isEmpty());
    cutLine(line, reply, request.stop, request.maxTokens);
    promise(request.maxTokens == 0 || line.tokens.size() <= request.maxTokens);
    promise(reply.startsWith(line.tokens.join(QString())));
    for (const QString &stop : request.stop)
        promise(!line.tokens.join(QString()).contains(stop));
    promise(parseJson(wholeReply(line)).has_value());
}

} // namespace

// The first byte says how the others are cut.
FUZZ_TARGET(understudy)
{
    if (bytes.isEmpty())
        return;
    const QByteArray stream = bytes.sliced(1);
    const Heard whole = heard(stream, stream.size() + 1);
    promise(heard(stream, 1 + uchar(bytes[0]) % 64) == whole);
    promise(whole.sent.count("HTTP/1.1 200 OK\r\n") >= whole.requests.size());
}

FUZZ_TARGET(chatrequest)
{
    const Result<UnderstudyRequest> request = parseUnderstudyRequest(bytes);
    if (request)
        checkReply(*request);
    else
        promise(!request.error().what.isEmpty());
    UnderstudyRequest plain;
    plain.messages = {{.role = Role::System, .content = u"You are Aoife."_s},
                      {.role = Role::User, .content = QString::fromUtf8(bytes)}};
    checkReply(plain);
}
