// The one thread that touches the disk for a library.
#pragma once

#include "core/guarded.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace snug {

// Runs jobs one after the other, in the order in which they were queued, so a read that was queued
// after a write sees it and writes to one file never overtake each other. Jobs are functions of
// values: they report failure in what they return.
//
// Lives on the thread of its owner (the window's). Destroying it runs everything that is queued
// first, so no write that was accepted is lost; results of those jobs are not delivered any more.
class LibraryWorker : public QObject
{
    Q_OBJECT

public:
    explicit LibraryWorker(QObject *parent = nullptr);
    ~LibraryWorker() override;

    // `job()` on the disk thread, then `done(its result)` on this object's thread, unless `context`
    // has been deleted by then.
    template <typename Job, typename Done> void run(Job job, QObject *context, Done done)
    {
        using Value = std::invoke_result_t<Job &>;
        auto value = std::make_shared<std::unique_ptr<Value>>();
        enqueue(
            [job = throwless(std::move(job)), value]() mutable { *value = std::make_unique<Value>(job()); },
            [value, guard = QPointer<QObject>(context), done = std::move(done)]() mutable {
                if (guard && *value)
                    done(std::move(**value));
            });
    }

    // Jobs queued or running. 0 = everything is on the disk.
    int pending() const { return m_pending; }

Q_SIGNALS:
    void pendingChanged(int pending);

private:
    // What a job throws is its failure. One that cannot fail is as good as not run if it does: nothing is
    // told.
    template <typename Job> static auto throwless(Job job)
    {
        if constexpr (std::is_constructible_v<std::invoke_result_t<Job &>, std::unexpect_t, Error>)
            return guarded(std::move(job));
        else
            return job;
    }

    void enqueue(std::function<void()> job, std::function<void()> finished);
    void finish(const std::function<void()> &finished);

    QThread m_thread;
    QObject *m_queue = nullptr; // lives on the thread; its event queue is the queue of jobs
    int m_pending = 0;
};

} // namespace snug
