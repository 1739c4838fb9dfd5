#include "core/chat/scripttask.h"

#include <QtConcurrentRun>

namespace snug {

ScriptTask::ScriptTask(const ScriptJob &job, QObject *parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this,
            [this] { Q_EMIT done(m_watcher.future().takeResult()); });
    m_watcher.setFuture(QtConcurrent::run([job, stop = m_stop.get_token()] {
        return scriptedTexts(job.texts, job.purpose, job.inputs, stop);
    }));
}

ScriptTask::~ScriptTask()
{
    m_stop.request_stop();
}

} // namespace snug
