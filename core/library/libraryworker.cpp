#include "core/library/libraryworker.h"

#include <QMetaObject>

using namespace Qt::StringLiterals;

namespace snug {

LibraryWorker::LibraryWorker(QObject *parent)
    : QObject(parent)
    , m_queue(new QObject)
{
    m_thread.setObjectName(u"library"_s);
    m_queue->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_queue, &QObject::deleteLater);
    m_thread.start();
}

LibraryWorker::~LibraryWorker()
{
    // Queued behind all jobs, so they run first. Waiting here is the point: the program may not
    // end before the user's words are on the disk.
    QMetaObject::invokeMethod(m_queue, [thread = &m_thread] { thread->quit(); }, Qt::QueuedConnection);
    m_thread.wait();
}

void LibraryWorker::enqueue(std::function<void()> job, std::function<void()> finished)
{
    ++m_pending;
    Q_EMIT pendingChanged(m_pending);
    QMetaObject::invokeMethod(
        m_queue,
        [this, job = std::move(job), finished = std::move(finished)]() mutable {
            try {
                job();
            } catch (...) { // not even its failure could be made
                qWarning("A job on the disk thread ended early.");
            }
            job = nullptr; // what it captured dies on this thread, not with the result
            QMetaObject::invokeMethod(
                this, [this, finished = std::move(finished)] { finish(finished); }, Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void LibraryWorker::finish(const std::function<void()> &finished)
{
    --m_pending;
    finished();
    Q_EMIT pendingChanged(m_pending);
}

} // namespace snug
