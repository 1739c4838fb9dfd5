// One job of QueueTransport's.
#pragma once

#include "core/wire/queuetransport.h"

namespace snug {

class QueueExchange : public Exchange
{
    Q_OBJECT

public:
    QueueExchange(QueueTransport &owner, const WireRequest &request, int silenceTimeoutSeconds);
    ~QueueExchange() override;

    void cancel() override;

private:
    void handIn();
    void handedIn(const ExchangeEnd &end);
    void ask();
    void answered(const ExchangeEnd &end);
    void begin(const WireRequest &request);
    void end(const ExchangeEnd &end);
    void takeBack();
    WireRequest statusRequest(const QByteArray &method) const;

    QueueTransport &m_owner;
    WireRequest m_request;
    int m_silence;
    std::unique_ptr<Exchange> m_exchange; // the one under way
    int m_status = 0;
    QByteArray m_body;
    QString m_job; // empty = not handed in, or over
    int m_failures = 0;
    bool m_hasEnded = false;
    QTimer m_next;
};

} // namespace snug
