#include "core/wire/networktransport.h"

#include "core/wire/address.h"
#include "core/wire/endpoint.h"
#include "core/wire/networkexchange.h"

#include <QCoreApplication>
#include <QNetworkProxyFactory>

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

std::shared_ptr<QNetworkAccessManager> manager()
{
    auto manager = std::make_shared<QNetworkAccessManager>();
    manager->setProxyFactory(new SystemProxies); // its own from here on
    return manager;
}

} // namespace

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
    : m_calls(manager())
{
}

NetworkTransport::~NetworkTransport() = default;

std::unique_ptr<Exchange> NetworkTransport::send(const WireRequest &request, int silenceTimeoutSeconds)
{
    const bool isAlone = wantsEventStream(request) || isSentOnce(request);
    return std::make_unique<NetworkExchange>(isAlone ? manager() : m_calls, request, silenceTimeoutSeconds);
}

} // namespace snug
