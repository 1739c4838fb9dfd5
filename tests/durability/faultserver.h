// A server on loopback that answers requests for replies as they ask it to: "mode:reset" in the newest
// message is answered as faultcases.h says. It lives on a thread of its own, so that it answers while a
// driver waits for a program.
#pragma once

#include <QThread>
#include <QUrl>

#include <atomic>

namespace snug::durability {

class FaultServer
{
public:
    FaultServer();
    ~FaultServer();
    Q_DISABLE_COPY_MOVE(FaultServer)

    // Up to "/v1".
    QUrl url() const;
    // For replies, that have come so far.
    int requests() const { return m_requests; }

private:
    class Listener;

    QThread m_thread;
    std::atomic<quint16> m_port = 0;
    std::atomic<int> m_requests = 0;
};

} // namespace snug::durability
