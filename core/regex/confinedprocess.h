// One running program that gives up its rights (snug-regex, snug-template), seen from outside. Not
// thread-safe; nothing here needs an event loop.
#pragma once

#include "core/regex/workerprotocol.h"
#include "core/result.h"

#include <QString>

#include <chrono>
#include <memory>
#include <stop_token>
#include <sys/types.h>

namespace snug {

class ConfinedProcess
{
public:
    using Clock = std::chrono::steady_clock;

    // Starts the program and waits for its greeting, five seconds at most. The error says why, without
    // naming the program. A frame that says it is longer than `longestFrame` bytes ends all trust in it.
    static Result<std::unique_ptr<ConfinedProcess>> start(const QString &program, std::string_view greeting,
                                                          std::uint32_t longestFrame = maximumFrame);
    ~ConfinedProcess(); // ends it, whatever it is doing
    ConfinedProcess(const ConfinedProcess &) = delete;
    ConfinedProcess &operator=(const ConfinedProcess &) = delete;

    void send(std::string_view frame); // goes out while receiving
    enum class Event : quint8 { Frame, Silence, Late, Stop, Death };
    // Waits for the next frame. Silence: no byte for that long. Late: the deadline has passed. Death: it
    // ended, or said something that makes no sense.
    Event receive(std::string &contents, std::chrono::milliseconds silence, const std::stop_token &stop,
                  Clock::time_point deadline = Clock::time_point::max());

    // Before a request: false if it has ended, closed its end, or said something that nobody asked for.
    bool isQuiet();
    pid_t processId() const { return m_process; }

private:
    ConfinedProcess(pid_t process, int socket, std::string_view greeting, std::uint32_t longestFrame);
    enum class Progress : quint8 { Some, None, End };
    Progress exchange(std::chrono::milliseconds wait); // moves bytes both ways
    bool isGreeted() const { return m_greeting == m_wanted; }

    const pid_t m_process;
    const int m_socket;
    const std::string m_wanted; // the greeting
    std::string m_greeting;     // what came of it
    std::string m_outgoing;
    std::size_t m_sent = 0; // of m_outgoing
    FrameReader m_incoming;
};

} // namespace snug
