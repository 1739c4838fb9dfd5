#include "core/chat/retrywait.h"

#include <algorithm>
#include <cmath>

using namespace std::chrono_literals;

namespace snug {

std::optional<std::chrono::milliseconds> retryPause(const TurnFault &fault, int tries,
                                                    const TurnLimits &limits)
{
    const bool isPassing = fault.kind == FaultKind::Rate || fault.kind == FaultKind::Overloaded;
    if (!isPassing || tries >= limits.retries)
        return {};
    std::chrono::milliseconds pause = limits.untilRetry * (1 << std::min(tries, 10));
    if (fault.retryAfter) { // however small, a server is not asked without any pause
        const double asked = std::min(std::ceil(*fault.retryAfter * 1000), 1e12);
        pause = std::max<std::chrono::milliseconds>(1s, std::chrono::milliseconds(qint64(asked)));
    }
    return pause <= limits.longestRetry ? std::optional(pause) : std::nullopt;
}

RetryWait::RetryWait(const TurnLimits &limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer); // never before the time
    connect(&m_pause, &QTimer::timeout, this, [this] {
        end();
        Q_EMIT due();
    });
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &RetryWait::changed);
}

int RetryWait::secondsLeft() const
{
    return int(std::ceil(double(std::max(0ms, m_pause.remainingTimeAsDuration()).count()) / 1000));
}

void RetryWait::follow(const ReplyState &reply)
{
    const bool hadFailed = std::exchange(m_hasFailed, reply.hasFailed());
    if (!reply.hasFailed()) {
        if (!reply.isUnderWay())
            m_tries = 0;
        return cancel();
    }
    if (hadFailed || !reply.fault || reply.hasArrived)
        return;
    if (const auto pause = retryPause(*reply.fault, m_tries, m_limits)) {
        ++m_tries;
        m_pause.start(*pause);
        m_second.start();
        Q_EMIT changed();
    }
}

void RetryWait::cancel()
{
    if (isWaiting())
        end();
}

void RetryWait::end()
{
    m_pause.stop();
    m_second.stop();
    Q_EMIT changed();
}

} // namespace snug
