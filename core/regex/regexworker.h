// One running snug-regex, seen from outside. Not thread-safe; nothing here needs an event loop.
#pragma once

#include "core/regex/confinedprocess.h"

namespace snug {

class RegexWorker
{
public:
    static Result<std::unique_ptr<RegexWorker>> start(const QString &program);

    void send(std::string_view frame) { m_process->send(frame); } // goes out while receiving
    enum class Event : quint8 { Reply, Late, Stop, Death };
    // Waits for the next reply, that long at most. Death: it ended, or said something that makes no sense.
    Event receive(WorkerReply &reply, std::chrono::milliseconds most, const std::stop_token &stop);
    std::uint32_t nextId() { return m_nextId++; } // for a search: no two in its life have the same
    bool isQuiet() { return m_process->isQuiet(); }

    pid_t processId() const { return m_process->processId(); }

private:
    explicit RegexWorker(std::unique_ptr<ConfinedProcess> process)
        : m_process(std::move(process))
    {
    }

    const std::unique_ptr<ConfinedProcess> m_process;
    std::uint32_t m_nextId = 1;
};

} // namespace snug
