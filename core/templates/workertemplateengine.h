// Templates rendered by snug-template, a process that can neither read files nor reach the network and that
// is ended from outside when it takes too long. Whatever happens to it is a TemplateError, never more.
#pragma once

#include "core/regex/confinedprocess.h"
#include "core/templates/templateengine.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace snug {

struct RenderTime
{
    std::chrono::milliseconds own{3000};  // the program keeps to it and says in which line it was
    std::chrono::milliseconds most{5000}; // then it is ended from outside
    std::chrono::milliseconds grace{50};  // for a render that is not wanted any more
};

// Starts its process at the first render, and again whenever it has died or a render failed: a template
// that got hold of the process shall not see the next chat.
class WorkerTemplateEngine : public TemplateEngine
{
public:
    explicit WorkerTemplateEngine(QString program, RenderTime time = {});
    ~WorkerTemplateEngine() override;

    TemplateResult<RenderedText> render(const TemplateRequest &request,
                                        const std::stop_token &stop = {}) override;

    // 0 = not running just now.
    qint64 processId() const;

private:
    TemplateResult<RenderedText> ask(std::unique_ptr<ConfinedProcess> &worker, std::string_view frame,
                                     quint64 id, const std::stop_token &stop) const;

    const QString m_program;
    const RenderTime m_time;
    mutable std::mutex m_mutex; // of everything below
    std::condition_variable_any m_free;
    bool m_isBusy = false;
    std::unique_ptr<ConfinedProcess> m_worker; // whoever made the engine busy uses it
    qint64 m_processId = 0;
    quint64 m_lastRequest = 0;
};

// Where the program lies, seen from the folder that the running program is in.
QString templateWorkerProgram(const QString &applicationFolder);

} // namespace snug
