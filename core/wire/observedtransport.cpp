#include "core/wire/observedtransport.h"

#include <utility>

namespace snug {

ObservedTransport::ObservedTransport(Transport &inner)
    : m_inner(inner)
{
}

std::unique_ptr<Exchange> ObservedTransport::send(const WireRequest &request, int silenceTimeoutSeconds)
{
    if (!m_observer || request.purpose == RequestPurpose::Reply)
        return m_inner.send(request, silenceTimeoutSeconds);
    struct Answer
    {
        int status = 0;
        qint64 received = 0;
        bool isTold = false;
    };
    const auto answer = std::make_shared<Answer>();
    const QString id = m_observer->sent(request);
    std::unique_ptr<Exchange> exchange = m_inner.send(request, silenceTimeoutSeconds);
    const auto tell = [this, id, answer](ExchangeEnd::Kind end) {
        if (!std::exchange(answer->isTold, true))
            m_observer->answered(id, answer->status, answer->received, end);
    };
    QObject::connect(exchange.get(), &Exchange::started, &m_here,
                     [answer](int status, const WireHeaders &) { answer->status = status; });
    QObject::connect(exchange.get(), &Exchange::received, &m_here,
                     [answer](const QByteArray &bytes) { answer->received += bytes.size(); });
    QObject::connect(exchange.get(), &Exchange::ended, &m_here,
                     [tell](const ExchangeEnd &end) { tell(end.kind); });
    QObject::connect(exchange.get(), &QObject::destroyed, &m_here,
                     [tell] { tell(ExchangeEnd::Kind::Cancelled); });
    return exchange;
}

} // namespace snug
