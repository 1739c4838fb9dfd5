#include "core/wire/networkexchange.h"

#include "core/wire/oncebody.h"
#include "core/wire/withoutkeys.h"

#include <QPointer>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QNetworkRequest qtRequest(const WireRequest &request)
{
    QNetworkRequest qt(request.url);
    for (const WireHeader &header : request.headers)
        qt.setRawHeader(header.name, header.value + header.secret.reveal());
    qt.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    qt.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    qt.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    qt.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    qt.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    return qt;
}

// Bytes that wait to be taken; a server that sends faster is held up by its socket.
constexpr qint64 waitingRoom = 512 * 1024;

// What is taken in one turn of the event loop: whoever reads it may be the window's thread, which has to
// draw and to hear keys in between, also where half a megabyte has come at once.
constexpr qint64 mostAtOnce = 16 * 1024;

// Holds the manager for as long as its parent, a reply, still has to live.
class Keeper : public QObject
{
public:
    Keeper(std::shared_ptr<QNetworkAccessManager> manager, QObject *reply)
        : QObject(reply)
        , m_manager(std::move(manager))
    {
    }

private:
    std::shared_ptr<QNetworkAccessManager> m_manager;
};

ExchangeEnd::Kind kindOf(QNetworkReply::NetworkError error, bool hasStatus)
{
    using Kind = ExchangeEnd::Kind;
    switch (error) {
    case QNetworkReply::NoError:
        return Kind::Complete;
    case QNetworkReply::ConnectionRefusedError:
        return Kind::Refused;
    case QNetworkReply::HostNotFoundError:
        return Kind::HostNotFound;
    case QNetworkReply::SslHandshakeFailedError:
        return Kind::TlsFailed;
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::ContentReSendError: // closed before the answer; Qt would have sent it again
        return Kind::Broken;
    default:
        break;
    }
    // An HTTP status of 400 and above is an error to Qt; to us it is an answer that arrived.
    const bool isStatus =
        (error >= QNetworkReply::ContentAccessDenied && error <= QNetworkReply::UnknownContentError) ||
        (error >= QNetworkReply::InternalServerError && error <= QNetworkReply::UnknownServerError) ||
        error == QNetworkReply::ProtocolInvalidOperationError;
    if (hasStatus)
        return isStatus ? Kind::Complete : Kind::Broken;
    return Kind::Failed;
}

} // namespace

NetworkExchange::NetworkExchange(std::shared_ptr<QNetworkAccessManager> manager, const WireRequest &request,
                                 int silenceTimeoutSeconds)
    : m_manager(std::move(manager))
    , m_asked{request.method, request.url, request.headers}
{
    m_silence.setSingleShot(true);
    m_silence.setInterval(std::chrono::seconds(silenceTimeoutSeconds));
    connect(&m_silence, &QTimer::timeout, this, [this] { stop(ExchangeEnd::Kind::Silent); });
    m_more.setSingleShot(true);
    m_more.setInterval(0); // a queued call would come within the same turn
    connect(&m_more, &QTimer::timeout, this, &NetworkExchange::takeMore);
    const QString scheme = request.url.scheme();
    if (scheme != u"http" && scheme != u"https") // Qt would read file: and qrc: as well
        endSoon({ExchangeEnd::Kind::Failed, tr("The address does not begin with http or https")});
    else
        begin(request);
}

NetworkExchange::~NetworkExchange()
{
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    if (m_isInReplysSignal) {
        new Keeper(m_manager, m_reply); // NOLINT(bugprone-unhandled-exception-at-new): ends with the reply
        m_reply->deleteLater();
    } else {
        delete m_reply;
    }
}

QNetworkReply *NetworkExchange::ask(const WireRequest &request)
{
    QNetworkRequest qt = qtRequest(request);
    if (request.method == "GET")
        return m_manager->get(qt);
    if (!isSentOnce(request))
        return m_manager->sendCustomRequest(qt, request.method, request.body);
    // A connection that has rested may be closed at the moment of writing, which only sending again would
    // mend.
    qt.setRawHeader("Connection", "close");
    // Qt asks for the length of a body that it is to pass on as it reads it.
    qt.setHeader(QNetworkRequest::ContentLengthHeader, request.body.size());
    qt.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    auto *body = new OnceBody(request.body, nullptr);
    QNetworkReply *reply = m_manager->sendCustomRequest(qt, request.method, body);
    body->setParent(reply);
    return reply;
}

void NetworkExchange::begin(const WireRequest &request)
{
    m_reply = ask(request);
    m_reply->setParent(nullptr);
    m_reply->setReadBufferSize(waitingRoom);
    // Qt forgets what was set before the request is on its way.
    connect(m_reply, &QNetworkReply::requestSent, m_reply,
            [reply = m_reply] { reply->setReadBufferSize(waitingRoom); });
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &NetworkExchange::takeHead);
    connect(m_reply, &QNetworkReply::readyRead, this, &NetworkExchange::takeArrived);
    connect(m_reply, &QNetworkReply::finished, this, &NetworkExchange::takeFinish);
    connect(m_reply, &QNetworkReply::uploadProgress, this, [this] {
        if (m_silence.isActive())
            m_silence.start();
    });
    if (m_silence.interval() > 0)
        m_silence.start();
}

// False when the receiver destroyed this.
template <typename Emission> bool NetworkExchange::tell(Emission emission)
{
    const QPointer<NetworkExchange> alive(this);
    m_isInReplysSignal = true;
    emission();
    if (alive)
        m_isInReplysSignal = false;
    return alive;
}

bool NetworkExchange::takeHead()
{
    const QVariant status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute);
    if (m_hasStarted || m_isEnding || !status.isValid())
        return true;
    m_hasStarted = true;
    return tell([&] { Q_EMIT started(status.toInt(), m_reply->rawHeaderPairs()); });
}

bool NetworkExchange::takeBytes()
{
    if (!takeHead())
        return false;
    if (m_isEnding)
        return true;
    if (m_silence.isActive())
        m_silence.start();
    const QByteArray bytes = m_reply->read(mostAtOnce);
    if (m_reply->bytesAvailable() > 0)
        m_more.start();
    return bytes.isEmpty() || tell([&] { Q_EMIT received(bytes); });
}

bool NetworkExchange::takeArrived()
{
    return m_more.isActive() || takeBytes(); // what waits has its turn
}

void NetworkExchange::takeMore()
{
    if (takeBytes() && !m_isEnding && !m_more.isActive() && m_reply->isFinished())
        endSoon(endOfReply());
}

void NetworkExchange::takeFinish()
{
    if (takeArrived() && !m_isEnding && !m_more.isActive())
        endSoon(endOfReply());
}

void NetworkExchange::cancel()
{
    stop(ExchangeEnd::Kind::Cancelled);
}

void NetworkExchange::stop(ExchangeEnd::Kind reason)
{
    if (m_isEnding)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    endSoon({reason, {}});
}

// The end is told from the event loop, so that nobody is called back from inside his own call.
void NetworkExchange::endSoon(const ExchangeEnd &end)
{
    m_isEnding = true;
    m_silence.stop();
    m_more.stop();
    QMetaObject::invokeMethod(this, [this, end] { Q_EMIT ended(end); }, Qt::QueuedConnection);
}

// A body that says nowhere how long it is ends where the connection does (RFC 9112, 6.3). Under load Qt at
// times takes that for an error without a name.
bool NetworkExchange::isEndOfOpenBody() const
{
    return m_hasStarted && m_reply->error() == QNetworkReply::ContentReSendError &&
           !m_reply->hasRawHeader("content-length") && !m_reply->hasRawHeader("transfer-encoding");
}

// A redirection that asks for the same request once more (307, 308): Qt complains that the body is gone,
// although nobody wants it to follow.
bool NetworkExchange::isRedirection() const
{
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    return m_hasStarted && status >= 300 && status < 400 &&
           m_reply->error() == QNetworkReply::ContentReSendError;
}

ExchangeEnd NetworkExchange::endOfReply() const
{
    const ExchangeEnd::Kind kind = isEndOfOpenBody() || isRedirection()
                                       ? ExchangeEnd::Kind::Complete
                                       : kindOf(m_reply->error(), m_hasStarted);
    return {kind, kind == ExchangeEnd::Kind::Complete ? QString()
                                                      : wordsWithoutKeys(m_reply->errorString(), m_asked)};
}

} // namespace snug
