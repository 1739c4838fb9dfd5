// Long work on the disk thread, a little at a time, so that what is saved meanwhile need not wait.
#pragma once

#include "core/library/library.h"

#include <QObject>

#include <functional>

namespace snug {

struct DiskProgress
{
    bool isDone = false;
    qint64 done = 0; // of `all`, in the same unit
    qint64 all = 0;
};

// How long one step may take.
inline constexpr std::chrono::milliseconds DiskStepTime{30};

class DiskSteps : public QObject
{
    Q_OBJECT

public:
    explicit DiskSteps(Library *library, QObject *parent = nullptr);

    using Step = std::function<Result<DiskProgress>(LibraryStore &store)>;
    // Whether it came to its end, or was cancelled.
    using Finished = std::function<void(const Result<bool> &isWhole)>;
    // Takes steps until one is done or fails, then calls `finished`; never if the library closes. What was
    // under way is cancelled.
    void start(const Step &step, const Finished &finished);
    void cancel();
    bool isRunning() const { return bool(m_finished); }

Q_SIGNALS:
    void progressed(qint64 done, qint64 all);
    void ended(); // in whatever way

private:
    void takeNext();
    void end(const std::optional<Result<bool>> &result);

    Library *m_library;
    Step m_step;
    Finished m_finished;
    quint64 m_run = 0; // answers of earlier runs are ignored
};

} // namespace snug
