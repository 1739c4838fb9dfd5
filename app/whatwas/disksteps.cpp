#include "app/whatwas/disksteps.h"

#include <utility>

namespace snug {

DiskSteps::DiskSteps(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
    connect(library, &Library::aboutToClose, this, [this] {
        if (isRunning())
            end({});
    });
}

void DiskSteps::start(const Step &step, const Finished &finished)
{
    cancel();
    m_step = step;
    m_finished = finished;
    takeNext();
}

void DiskSteps::cancel()
{
    if (isRunning())
        end(false);
}

void DiskSteps::takeNext()
{
    m_library->perform([step = m_step](LibraryStore &store) { return step(store); }, this,
                       [this, run = m_run](const Result<DiskProgress> &progress) {
                           if (run != m_run)
                               return;
                           if (!progress)
                               return end(std::unexpected(progress.error()));
                           if (progress->isDone)
                               return end(true);
                           Q_EMIT progressed(progress->done, progress->all);
                           if (run == m_run)
                               takeNext();
                       });
}

void DiskSteps::end(const std::optional<Result<bool>> &result)
{
    ++m_run;
    m_step = nullptr;
    const auto finished = std::exchange(m_finished, nullptr);
    Q_EMIT ended();
    if (result)
        finished(*result);
}

} // namespace snug
