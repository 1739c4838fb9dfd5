#include "core/wire/networktransport.h"

#include "core/wire/endpoint.h"
#include "core/wire/networkexchange.h"

namespace snug {

NetworkTransport::NetworkTransport()
    : m_streams(std::make_shared<QNetworkAccessManager>())
    , m_calls(std::make_shared<QNetworkAccessManager>())
{
}

NetworkTransport::~NetworkTransport() = default;

std::unique_ptr<Exchange> NetworkTransport::send(const WireRequest &request, int silenceTimeoutSeconds)
{
    return std::make_unique<NetworkExchange>(wantsEventStream(request) ? m_streams : m_calls, request,
                                             silenceTimeoutSeconds);
}

} // namespace snug
