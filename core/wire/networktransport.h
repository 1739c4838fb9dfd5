// The network, through Qt. What goes out is the WireRequest: its method, URL, headers and body, and
// only Host, Content-Length and Connection beside them. No cookies, no compression, no redirects (a
// key must not follow one), HTTP/1.1. What may be billed goes out once (isSentOnce()), on a connection of its
// own.
#pragma once

#include "core/wire/transport.h"

#include <memory>

class QNetworkAccessManager;

namespace snug {

class ManagersEnd;

// The proxy that the system or the environment (http_proxy …) puts before an address, as "http://host:port"
// and without its credentials; empty = none. This computer itself is never asked through one.
QString proxyFor(const QUrl &address);
// For people, with the proxy in it.
QString proxySentence(const QString &proxy);

class NetworkTransport : public Transport
{
public:
    NetworkTransport();
    ~NetworkTransport() override;

    // Addresses that are not http or https end as Failed.
    std::unique_ptr<Exchange> send(const WireRequest &request, int silenceTimeoutSeconds) override;

private:
    std::shared_ptr<QNetworkAccessManager> newManager() const;

    std::shared_ptr<ManagersEnd> m_end;
    // Short calls share their connections. What is sent once has a manager of its own: a connection from
    // before may be about to close, unnoticed yet, and Qt opens no more than six to a host.
    std::shared_ptr<QNetworkAccessManager> m_calls;
};

} // namespace snug
