// One running snug-regex, seen from outside. Not thread-safe; nothing here needs an event loop.
#pragma once

#include "core/regex/confinedprocess.h"

namespace snug {

class RegexWorker
{
public:
    static Result<std::unique_ptr<RegexWorker>> start(const QString &program);

    void send(std::string_view frame) { m_process->send(frame); } // goes out while receiving
    enum class Event : quint8 { Reply, Silence, Stop, Death };
    // Waits for the next reply. Death: it ended, or said something that makes no sense.
    Event receive(WorkerReply &reply, std::chrono::milliseconds silence, const std::stop_token &stop);

    pid_t processId() const { return m_process->processId(); }

private:
    explicit RegexWorker(std::unique_ptr<ConfinedProcess> process)
        : m_process(std::move(process))
    {
    }

    const std::unique_ptr<ConfinedProcess> m_process;
};

} // namespace snug
