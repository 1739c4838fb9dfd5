#include "core/templates/renderbudget.h"

#include "core/templates/patterncheck.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trBudget(const char *text)
{
    return QCoreApplication::translate("Rendering", text);
}

} // namespace

RenderBudget::RenderBudget(const TemplateRequest &request, const std::stop_token &stop)
    : m_request(request)
    , m_stop(stop)
{
    m_heap.work().most = request.limits.steps;
}

void RenderBudget::begin()
{
    m_stackStart = reinterpret_cast<qintptr>(__builtin_frame_address(0));
}

TemplateValue RenderBudget::fail(TemplateError::Kind kind, const QString &reason, const QString &name)
{
    return failWith(
        {kind, reason, m_place.unit ? m_place.unit->name : QString(), m_place.line, m_place.column, name});
}

TemplateValue RenderBudget::failWith(const TemplateError &error)
{
    if (!m_error)
        m_error = error;
    return {};
}

TemplateValue RenderBudget::failLimit(TemplateError::Kind kind, const QString &reason, qint64 limit,
                                      qint64 got)
{
    if (failed())
        return {};
    fail(kind, reason);
    m_error->limit = limit;
    m_error->got = got;
    return {};
}

void RenderBudget::forgive(TemplateError::Kind kind)
{
    if (m_error && m_error->kind == kind)
        m_error.reset();
}

TemplateValue RenderBudget::failLimit(const QString &method, qsizetype got)
{
    if (failed())
        return {};
    failLimit(
        TemplateError::Kind::StringLimit,
        trBudget("%1 would give %2 characters; %3 is the most").arg(method).arg(got).arg(limits().methodText),
        limits().methodText, got);
    m_error->name = method;
    return {};
}

TemplateValue RenderBudget::failPattern(const QString &rule, const QString &reason)
{
    if (failed())
        return {};
    fail(TemplateError::Kind::UnsafeRegex, reason);
    m_error->rule = rule;
    return {};
}

bool RenderBudget::step(qsizetype count)
{
    if (failed())
        return false;
    const qint64 before = m_steps;
    m_steps += count;
    if (isWithinSteps() && (before >> 8) != (m_steps >> 8)) {
        if (m_stop.stop_requested())
            fail(TemplateError::Kind::Stopped, trBudget("stopped"));
        const std::chrono::milliseconds most(limits().milliseconds);
        if (most.count() > 0 && std::chrono::steady_clock::now() - m_started > most)
            failLimit(TemplateError::Kind::TimeLimit,
                      trBudget("rendering took more than %1 seconds").arg(double(most.count()) / 1000),
                      limits().milliseconds);
    }
    return spend(0);
}

bool RenderBudget::isWithinSteps()
{
    if (!failed() && m_steps + m_heap.work().steps > limits().steps)
        failLimit(TemplateError::Kind::StepLimit,
                  trBudget("this template does more than %1 steps").arg(limits().steps), limits().steps);
    return !failed();
}

bool RenderBudget::stepOver(const TemplateValue &value)
{
    constexpr qsizetype unitsPerStep = 32;
    const TemplateText *text = value.text();
    return !text || text->text.size() < unitsPerStep ? !failed() : step(text->text.size() / unitsPerStep);
}

bool RenderBudget::stepOver(const TemplateValue &value, const TemplateArguments &arguments)
{
    return stepOver(value) && std::ranges::all_of(arguments.values, [this](const TemplateValue &argument) {
               return stepOver(argument);
           });
}

bool RenderBudget::stepOverEach(const TemplateList &list, const TemplateValue &compared)
{
    const qsizetype length = compared.text() ? compared.text()->text.size() : 0;
    return step(qsizetype(list.items.size()) * (1 + length / 8) / 8);
}

bool RenderBudget::spend(qsizetype units)
{
    m_spent += units;
    isWithinSteps();
    if (!failed() && m_spent + m_heap.cells() * 64 > limits().memory)
        failLimit(TemplateError::Kind::MemoryLimit, trBudget("this template needs too much memory"),
                  limits().memory);
    return !failed();
}

quint64 RenderBudget::nextRandom()
{
    m_random += 0x9e3779b97f4a7c15;
    quint64 mixed = m_random;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

bool RenderBudget::enter(int line, int column)
{
    if (!step())
        return false;
    m_place.line = line;
    m_place.column = column;
    const auto stack = m_stackStart - reinterpret_cast<qintptr>(__builtin_frame_address(0));
    if (m_depth > limits().depth || std::abs(stack) > limits().stack)
        failLimit(TemplateError::Kind::DepthLimit, trBudget("calls and brackets are nested too deeply"),
                  limits().depth);
    return !failed();
}

std::optional<QList<RegexMatch>> RenderBudget::search(const QString &pattern, const QString &flags,
                                                      const QString &text)
{
    if (const auto unsafe = unsafePattern(pattern)) {
        failPattern(unsafe->rule, unsafe->reason);
        return {};
    }
    if (!spend(text.size()) || !step(10))
        return {};
    if (!m_request.regexEngine) {
        fail(TemplateError::Kind::RegexFailed, trBudget("there is nothing here to search with patterns"));
        return {};
    }
    const QList<RegexOutcome> outcomes = m_request.regexEngine->search({{pattern, flags, text}}, m_stop);
    if (outcomes.size() != 1 || !outcomes.first()) {
        fail(TemplateError::Kind::RegexFailed,
             outcomes.isEmpty() ? trBudget("the search gave no result") : outcomes.first().error().what);
        return {};
    }
    return *outcomes.first();
}

} // namespace snug
