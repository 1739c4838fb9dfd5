// One request of memory books on its way: sent, read by the contract, asked once more where that is worth
// it (docs/systems/memory-books.md#answer).
#pragma once

#include "core/chat/turn.h"
#include "core/memory/memoryreply.h"

namespace snug {

struct MemoryOutcome
{
    enum class Kind : quint8 {
        Memory,  // `reply`
        Fault,   // an answer came that is no memory: `fault`
        Failed,  // none came: `error`
        Stopped, // by the user
    };
    Kind kind = Kind::Failed;
    MemoryReply reply = {};
    ReplyFault fault = ReplyFault::EmptyOrInvalid;
    Error error = {};
    QString details = {}; // the server's own words
    QString text = {};    // the answer, as far as it came
};

class MemoryRun : public QObject
{
    Q_OBJECT

public:
    // `pause`: milliseconds before an automatic retry.
    MemoryRun(ModelLink link, WireRequest request, Clock clock, int pause = MemoryRetryPause,
              QObject *parent = nullptr);

    void setSubject(const TurnSubject &subject) { m_subject = subject; } // of each attempt
    void start();
    void stop();
    QString text() const;                     // what has arrived of the present attempt
    int attempt() const { return m_attempt; } // from 1 on

Q_SIGNALS:
    void progressed();
    void retrying(snug::ReplyFault fault);
    void ended(const snug::MemoryOutcome &outcome); // once

private:
    void ask();
    void onAnswer();
    void end(const MemoryOutcome &outcome);

    ModelLink m_link;
    WireRequest m_request;
    TurnSubject m_subject;
    Clock m_clock;
    std::unique_ptr<Turn> m_turn;
    QTimer m_pause;
    int m_attempt = 0;
    bool m_isOver = false;
};

} // namespace snug
