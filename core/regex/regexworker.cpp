#include "core/regex/regexworker.h"

#include <QCoreApplication>

namespace snug {

Result<std::unique_ptr<RegexWorker>> RegexWorker::start(const QString &program)
{
    auto process = ConfinedProcess::start(program, workerGreeting, maximumReply);
    if (!process)
        return failure(
            QCoreApplication::translate("Regex", "The program for regular expressions cannot be started: %1")
                .arg(process.error().what),
            {}, program, QCoreApplication::translate("Regex", "Install Snug again."));
    return std::unique_ptr<RegexWorker>(new RegexWorker(std::move(*process)));
}

RegexWorker::Event RegexWorker::receive(WorkerReply &reply, std::chrono::milliseconds most,
                                        const std::stop_token &stop)
{
    std::string contents;
    switch (m_process->receive(contents, most, stop, ConfinedProcess::Clock::now() + most)) {
    case ConfinedProcess::Event::Frame: {
        std::optional<WorkerReply> decoded = decodeReply(contents);
        if (!decoded)
            return Event::Death;
        reply = std::move(*decoded);
        return Event::Reply;
    }
    case ConfinedProcess::Event::Silence:
    case ConfinedProcess::Event::Late:
        return Event::Late;
    case ConfinedProcess::Event::Stop:
        return Event::Stop;
    case ConfinedProcess::Event::Death:
        break;
    }
    return Event::Death;
}

} // namespace snug
