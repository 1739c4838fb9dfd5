#include "core/wire/networktransport.h"

#include "core/wire/address.h"
#include "core/wire/endpoint.h"
#include "core/wire/networkexchange.h"

#include <QCoreApplication>
#include <QNetworkProxyFactory>
#include <QThread>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What the system says, but nobody stands between us and this computer.
class SystemProxies : public QNetworkProxyFactory
{
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        if (isLoopback(query.peerHostName()))
            return {QNetworkProxy(QNetworkProxy::NoProxy)};
        return systemProxyForQuery(query);
    }
};

} // namespace

// Where managers end. A manager waits for its own thread, up to five seconds, and that thread may be busy
// with a server that goes on with its headers for ever.
class ManagersEnd
{
public:
    ManagersEnd()
    {
        m_thread.setObjectName(u"network end"_s);
        m_thread.start();
    }
    ~ManagersEnd()
    {
        m_thread.quit();
        m_thread.wait(); // what was given to it has ended then
    }
    void take(QNetworkAccessManager *manager)
    {
        manager->moveToThread(&m_thread);
        manager->deleteLater();
    }

private:
    QThread m_thread;
};

std::shared_ptr<QNetworkAccessManager> NetworkTransport::newManager() const
{
    const auto isOver = [end = m_end](QNetworkAccessManager *manager) { end->take(manager); };
    const std::shared_ptr<QNetworkAccessManager> manager(new QNetworkAccessManager, isOver);
    manager->setProxyFactory(new SystemProxies); // its own from here on
    return manager;
}

QString proxyFor(const QUrl &address)
{
    if (originOf(address).isEmpty())
        return {};
    const QList<QNetworkProxy> proxies = SystemProxies().queryProxy(QNetworkProxyQuery(address));
    if (proxies.isEmpty() || proxies.first().type() == QNetworkProxy::NoProxy ||
        proxies.first().hostName().isEmpty())
        return {};
    QUrl url;
    url.setScheme(proxies.first().type() == QNetworkProxy::Socks5Proxy ? u"socks5"_s : u"http"_s);
    url.setHost(proxies.first().hostName());
    url.setPort(proxies.first().port());
    return url.toString();
}

QString proxySentence(const QString &proxy)
{
    return QCoreApplication::translate(
               "Transport", "Requests go through the proxy %1, which this computer's settings name.")
        .arg(proxy);
}

NetworkTransport::NetworkTransport()
    : m_end(std::make_shared<ManagersEnd>())
    , m_calls(newManager())
{
}

NetworkTransport::~NetworkTransport() = default;

std::unique_ptr<Exchange> NetworkTransport::send(const WireRequest &request, int silenceTimeoutSeconds)
{
    const bool isAlone = wantsEventStream(request) || isSentOnce(request);
    return std::make_unique<NetworkExchange>(isAlone ? newManager() : m_calls, request,
                                             silenceTimeoutSeconds);
}

} // namespace snug
