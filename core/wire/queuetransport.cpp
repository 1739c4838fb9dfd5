#include "core/wire/queuetransport.h"

#include "core/wire/queueexchange.h"

using namespace Qt::StringLiterals;

namespace snug {

QueueTransport::QueueTransport(Transport &inner)
    : m_inner(inner)
{
}

bool isQueued(const WireRequest &request)
{
    return request.purpose == RequestPurpose::Reply && request.method == "POST" &&
           request.url.path().endsWith(u"/v2/generate/text/async");
}

std::unique_ptr<Exchange> QueueTransport::send(const WireRequest &request, int silenceTimeoutSeconds)
{
    if (!isQueued(request))
        return m_inner.send(request, silenceTimeoutSeconds);
    return std::make_unique<QueueExchange>(*this, request, silenceTimeoutSeconds);
}

void QueueTransport::takeBack(const WireRequest &request)
{
    const auto leaving = m_leaving.insert(m_leaving.end(), m_inner.send(request, 30));
    QObject::connect(leaving->get(), &Exchange::ended, &m_here, [this, leaving] {
        leaving->release()->deleteLater();
        m_leaving.erase(leaving);
    });
}

} // namespace snug
