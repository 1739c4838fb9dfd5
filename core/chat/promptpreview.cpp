#include "core/chat/promptpreview.h"

#include "core/guarded.h"
#include "core/prompt/promptaccount.h"

#include <QPointer>
#include <QtConcurrentRun>

#include <utility>

namespace snug {

PreparedPrompt preparePrompt(const PromptRequest &request, const Assembler &assembler,
                             const std::stop_token &stop)
{
    PreparedPrompt prepared;
    prepared.inputs = request.inputs;
    prepared.prompt = assembler(request.inputs, stop);
    promptAccount(prepared.prompt); // whose counts the window then only looks up
    prepared.unsent = unsentNewest(prepared.inputs, prepared.prompt);
    if (request.link.isComplete() && !prepared.prompt.failure && !stop.stop_requested()) {
        ReadyRequest ready =
            request.link.provider->ready(prepared.prompt, request.link.connection, request.link.key);
        prepared.outbound = std::move(ready.outbound);
        prepared.leftOut = std::move(ready.leftOut);
        prepared.request = std::move(ready.request);
    }
    return prepared;
}

PromptTask::PromptTask(Assembler assembler, QObject *parent)
    : QObject(parent)
    , m_assembler(std::move(assembler))
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &PromptTask::finish);
}

PromptTask::~PromptTask()
{
    m_stop.request_stop();
}

void PromptTask::start(const PromptRequest &request, quint64 generation)
{
    Q_ASSERT(!m_isRunning);
    m_isRunning = true;
    m_stop = {};
    m_watcher.setFuture(QtConcurrent::run(guarded(
        [request, generation, assembler = m_assembler, stop = m_stop.get_token()] {
            PreparedPrompt prepared = preparePrompt(request, assembler, stop);
            prepared.generation = generation;
            return prepared;
        },
        [inputs = request.inputs, generation](const Error &error) {
            PreparedPrompt prepared;
            prepared.generation = generation;
            prepared.inputs = inputs;
            prepared.prompt.failure = PromptFailure{.error = error};
            prepared.prompt.globalVariables = inputs.globalVariables;
            prepared.prompt.typedText = inputs.userText;
            return prepared;
        })));
}

void PromptTask::cancel()
{
    m_stop.request_stop();
}

void PromptTask::finish()
{
    m_isRunning = false;
    const QPointer<PromptTask> alive(this);
    if (!m_stop.stop_requested())
        Q_EMIT done(m_watcher.future().takeResult());
    if (alive && !m_isRunning)
        Q_EMIT idle();
}

PromptPreview::PromptPreview(Assembler assembler, QObject *parent)
    : QObject(parent)
    , m_task(std::move(assembler))
{
    connect(&m_task, &PromptTask::done, this, &PromptPreview::onPrepared);
    connect(&m_task, &PromptTask::idle, this, &PromptPreview::startNext);
}

quint64 PromptPreview::update(const PromptRequest &request)
{
    const bool wasBusy = isBusy();
    ++m_wanted;
    m_next = request;
    if (m_task.isRunning())
        m_task.cancel();
    else
        startNext();
    if (!wasBusy)
        Q_EMIT busyChanged(true);
    return m_wanted;
}

void PromptPreview::onPrepared(const PreparedPrompt &prepared)
{
    m_current = prepared;
    Q_EMIT ready(m_current);
    if (!isBusy())
        Q_EMIT busyChanged(false);
}

void PromptPreview::startNext()
{
    if (!m_next || m_task.isRunning())
        return;
    const PromptRequest request = *std::exchange(m_next, {});
    m_task.start(request, m_wanted);
}

} // namespace snug
