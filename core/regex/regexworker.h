// One running snug-regex, seen from outside. Not thread-safe; nothing here needs an event loop.
#pragma once

#include "core/regex/workerprotocol.h"
#include "core/result.h"

#include <QString>

#include <chrono>
#include <memory>
#include <stop_token>
#include <sys/types.h>

namespace snug {

class RegexWorker
{
public:
    // Starts the program and waits for its greeting, five seconds at most.
    static Result<std::unique_ptr<RegexWorker>> start(const QString &program);
    ~RegexWorker(); // ends it, whatever it is doing
    RegexWorker(const RegexWorker &) = delete;
    RegexWorker &operator=(const RegexWorker &) = delete;

    void send(std::string_view frame); // goes out while receiving
    enum class Event : quint8 { Reply, Silence, Stop, Death };
    // Waits for the next reply. Death: it ended, or said something that makes no sense.
    Event receive(WorkerReply &reply, std::chrono::milliseconds silence, const std::stop_token &stop);

    pid_t processId() const { return m_process; }

private:
    RegexWorker(pid_t process, int socket);
    enum class Progress : quint8 { Some, None, End };
    Progress exchange(std::chrono::milliseconds wait); // moves bytes both ways
    bool isGreeted();

    const pid_t m_process;
    const int m_socket;
    std::string m_outgoing;
    std::size_t m_sent = 0; // of m_outgoing
    std::string m_greeting;
    FrameReader m_incoming;
};

} // namespace snug
