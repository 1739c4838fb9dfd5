#include "core/templates/workertemplateengine.h"

#include "core/regex/workerregexengine.h"
#include "core/templates/templateprotocol.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trTemplateWorker(const char *text)
{
    return QCoreApplication::translate("TemplateWorker", text);
}

std::unexpected<TemplateError> workerFailed(TemplateError::Kind kind, const QString &reason)
{
    return std::unexpected(TemplateError{kind, reason, {}, 0, 0});
}

} // namespace

WorkerTemplateEngine::WorkerTemplateEngine(QString program, RenderTime time)
    : m_program(std::move(program))
    , m_time(time)
{
}

WorkerTemplateEngine::~WorkerTemplateEngine() = default;

qint64 WorkerTemplateEngine::processId() const
{
    const std::scoped_lock lock(m_mutex);
    return m_processId;
}

TemplateResult<RenderedText> WorkerTemplateEngine::render(const TemplateRequest &request,
                                                          const std::stop_token &stop)
{
    TemplateRequest bounded = request;
    const int own = int(m_time.own.count());
    bounded.limits.milliseconds =
        request.limits.milliseconds > 0 ? std::min(request.limits.milliseconds, own) : own;
    std::unique_lock lock(m_mutex);
    const quint64 id = ++m_lastRequest;
    lock.unlock();
    const std::optional<std::string> frame = encodeRenderRequest(bounded, id);
    if (!frame)
        return workerFailed(
            TemplateError::Kind::MemoryLimit,
            trTemplateWorker("this chat and its texts are more than a template can be given"));
    lock.lock();
    if (!m_free.wait(lock, stop, [this] { return !m_isBusy; }))
        return workerFailed(TemplateError::Kind::Stopped, trTemplateWorker("stopped"));
    m_isBusy = true;
    std::unique_ptr<ConfinedProcess> worker = std::move(m_worker);
    lock.unlock();

    TemplateResult<RenderedText> result = workerFailed(TemplateError::Kind::EngineFailed, {});
    if (worker && !worker->isQuiet())
        worker.reset();
    if (!worker) {
        auto started = ConfinedProcess::start(m_program, templateGreeting);
        if (started)
            worker = std::move(*started);
        else
            result = workerFailed(TemplateError::Kind::EngineFailed,
                                  trTemplateWorker("the program for templates cannot be started: %1 (%2)")
                                      .arg(started.error().what, m_program));
    }
    if (worker) {
        lock.lock();
        m_processId = worker->processId();
        lock.unlock();
        result = ask(worker, *frame, id, stop);
    }

    lock.lock();
    m_worker = std::move(worker);
    m_processId = m_worker ? m_worker->processId() : 0;
    m_isBusy = false;
    m_free.notify_one();
    return result;
}

// Ends the worker where nothing can be made of it any more.
TemplateResult<RenderedText> WorkerTemplateEngine::ask(std::unique_ptr<ConfinedProcess> &worker,
                                                       std::string_view frame, quint64 id,
                                                       const std::stop_token &stop) const
{
    worker->send(frame);
    std::string contents;
    const auto deadline = ConfinedProcess::Clock::now() + m_time.most;
    auto event = worker->receive(contents, m_time.most, stop, deadline);
    if (event == ConfinedProcess::Event::Stop) {
        // Nearly all renders are over sooner than a process starts.
        event = worker->receive(contents, m_time.grace, {}, ConfinedProcess::Clock::now() + m_time.grace);
        if (event != ConfinedProcess::Event::Frame)
            worker.reset();
        return workerFailed(TemplateError::Kind::Stopped, trTemplateWorker("stopped"));
    }
    if (event == ConfinedProcess::Event::Frame) {
        if (std::optional<TemplateResult<RenderedText>> reply = decodeRenderReply(contents, id)) {
            if (!*reply)
                worker.reset();
            return *std::move(reply);
        }
    }
    worker.reset();
    if (event == ConfinedProcess::Event::Frame)
        return workerFailed(TemplateError::Kind::EngineFailed,
                            trTemplateWorker("the program for templates gave an invalid answer"));
    if (event == ConfinedProcess::Event::Death)
        return workerFailed(TemplateError::Kind::EngineFailed,
                            trTemplateWorker("the program for templates ended while it was rendering"));
    return workerFailed(TemplateError::Kind::TimeLimit,
                        trTemplateWorker("rendering took more than %1 seconds and was ended")
                            .arg(double(m_time.most.count()) / 1000));
}

QString templateWorkerProgram(const QString &applicationFolder)
{
    return confinedProgram(applicationFolder, u"snug-template"_s);
}

} // namespace snug
