// A transport that knows services which take a reply as a job: it hands the job in, asks how it stands until
// it is done, and takes it back when nobody wants it any more. To whoever sends it is one exchange, whose
// body is the job and each of its states. docs/wire.md#ai-horde
#pragma once

#include "core/wire/transport.h"

#include <QTimer>

#include <chrono>
#include <list>

namespace snug {

class QueueTransport : public Transport
{
public:
    // `inner` outlives this, and this its exchanges.
    explicit QueueTransport(Transport &inner);

    // Between two questions; no service wants more than one a second.
    void setPause(std::chrono::milliseconds pause) { m_pause = pause; }
    std::unique_ptr<Exchange> send(const WireRequest &request, int silenceTimeoutSeconds) override;

private:
    friend class QueueExchange;
    // Whoever handed the job in may be gone before this is answered.
    void takeBack(const WireRequest &request);

    Transport &m_inner;
    QObject m_here; // context of what is connected
    std::list<std::unique_ptr<Exchange>> m_leaving;
    std::chrono::milliseconds m_pause{2500};
};

// Whether it hands in a job.
bool isQueued(const WireRequest &request);

} // namespace snug
