// A service that has no room for the moment is asked again by itself: after the time that it wants, or one
// that grows, and a few times only. What was refused for good, or of which a part has come, waits for the
// user.
#pragma once

#include "core/chat/replyplan.h"

#include <QObject>
#include <QTimer>

namespace snug {

// How long to wait before the same request goes out again. Nothing = not by itself. `tries`: how often it has
// gone out again already.
std::optional<std::chrono::milliseconds> retryPause(const TurnFault &fault, int tries,
                                                    const TurnLimits &limits);

class RetryWait : public QObject
{
    Q_OBJECT

public:
    explicit RetryWait(const TurnLimits &limits, QObject *parent = nullptr);

    // With each change of the reply.
    void follow(const ReplyState &reply);
    // It stays failed; the user may still retry.
    void cancel();

    bool isWaiting() const { return m_pause.isActive(); }
    int secondsLeft() const;
    // Which of TurnLimits::retries comes next, from 1.
    int number() const { return m_tries; }
    int most() const { return m_limits.retries; }

Q_SIGNALS:
    void due();
    // Begun, a second less, or over.
    void changed();

private:
    void end();

    TurnLimits m_limits;
    QTimer m_pause;
    QTimer m_second;
    int m_tries = 0;
    bool m_hasFailed = false;
};

} // namespace snug
