// What one render may take (steps, time, memory, depth, the stack), where it is, and how it failed.
#pragma once

#include "core/templates/renderplace.h"
#include "core/templates/templateheap.h"
#include "core/templates/templaterender.h"

#include <QScopeGuard>

#include <chrono>

namespace snug {

class RenderBudget
{
public:
    RenderBudget(const TemplateRequest &request, const std::stop_token &stop);
    RenderBudget(const RenderBudget &) = delete;
    RenderBudget &operator=(const RenderBudget &) = delete;

    // The first failure counts; what is computed after it is thrown away. fail() gives undefined, so that it
    // can be returned.
    TemplateValue fail(TemplateError::Kind kind, const QString &reason, const QString &name = {});
    TemplateValue failLimit(const QString &method, qsizetype got); // of a method's text
    TemplateValue failPattern(const QString &rule, const QString &reason);
    bool failed() const { return m_error.has_value(); }
    bool step(qsizetype count = 1);            // false: stop
    bool spend(qsizetype units);               // memory; false: stop
    bool stepOver(const TemplateValue &value); // as many as its text, if it is one, takes to look through
    bool stepOver(const TemplateValue &value, const TemplateArguments &arguments);
    bool stepOverEach(const TemplateList &list, const TemplateValue &compared);
    quint64 nextRandom();
    TemplateHeap &heap() { return m_heap; }
    const TemplateLimits &limits() const { return m_request.limits; }
    // Checks the pattern, then searches; nothing after a failure.
    std::optional<QList<RegexMatch>> search(const QString &pattern, const QString &flags,
                                            const QString &text);

protected:
    ~RenderBudget() = default;

    const TemplateRequest &request() const { return m_request; }
    const std::optional<TemplateError> &error() const { return m_error; }
    RenderPlace &place() { return m_place; }

    void begin();                     // the stack is measured from here
    bool enter(int line, int column); // a statement or an expression
    [[nodiscard]] auto deeper()       // one level, until what it gives goes
    {
        ++m_depth;
        return qScopeGuard([this] { --m_depth; });
    }
    bool isWithinSteps();

    TemplateValue failWith(const TemplateError &error);
    TemplateValue failLimit(TemplateError::Kind kind, const QString &reason, qint64 limit, qint64 got = -1);
    void forgive(TemplateError::Kind kind); // if it failed by that

private:
    const TemplateRequest &m_request;
    const std::stop_token &m_stop;
    TemplateHeap m_heap;
    std::optional<TemplateError> m_error;
    RenderPlace m_place;
    int m_depth = 0;
    qintptr m_stackStart = 0;
    std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
    qint64 m_steps = 0;
    qsizetype m_spent = 0;
    quint64 m_random = m_request.seed;
};

} // namespace snug
