// A transport that tells somebody of all that goes out beside replies: model lists, counting, embeddings.
// Turns tell of themselves (TurnObserver, core/chat), with all that is known of them; so nothing is sent that
// nobody learns of.
#pragma once

#include "core/wire/transport.h"

namespace snug {

class RequestObserver
{
public:
    virtual ~RequestObserver() = default;
    // As it goes out. What is given back names it in answered().
    virtual QString sent(const WireRequest &request) = 0;
    // Once for each. `status`: of HTTP, 0 = none; `received`: bytes of the body. Who destroys an exchange
    // cancels it.
    virtual void answered(const QString &id, int status, qint64 received, ExchangeEnd::Kind end) = 0;
};

class ObservedTransport : public Transport
{
public:
    // `inner` outlives this, and this its exchanges.
    explicit ObservedTransport(Transport &inner);

    // Outlives the exchanges, too.
    void setObserver(RequestObserver *observer) { m_observer = observer; }
    std::unique_ptr<Exchange> send(const WireRequest &request, int silenceTimeoutSeconds) override;

private:
    Transport &m_inner;
    RequestObserver *m_observer = nullptr;
    QObject m_here; // context of what is connected
};

} // namespace snug
