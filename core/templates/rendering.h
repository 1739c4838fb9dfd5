// One render under way. Filters, tests and methods see its upper half.
#pragma once

#include "core/templates/templateheap.h"
#include "core/templates/templateoutput.h"
#include "core/templates/templaterender.h"
#include "core/templates/templatetree.h"

#include <QHash>

#include <chrono>

namespace snug {

class Rendering
{
public:
    Rendering(const TemplateRequest &request, const std::stop_token &stop);
    ~Rendering();

    TemplateResult<RenderedText> run();

    // For filters, tests and methods. The first failure counts; what is computed after it is thrown
    // away. fail() gives undefined, so that it can be returned.
    TemplateValue fail(TemplateError::Kind kind, const QString &reason, const QString &name = {});
    TemplateValue failLimit(const QString &method, qsizetype got);
    TemplateValue failPattern(const QString &rule, const QString &reason);
    bool failed() const { return m_error.has_value(); }
    bool step(qsizetype count = 1);            // false: stop
    bool spend(qsizetype units);               // memory; false: stop
    bool stepOver(const TemplateValue &value); // as many as its text, if it is one, takes to look through
    quint64 nextRandom();
    TemplateHeap &heap() { return m_heap; }
    const TemplateLimits &limits() const { return m_request.limits; }
    // Checks the pattern, then searches; nothing after a failure.
    std::optional<QList<RegexMatch>> search(const QString &pattern, const QString &flags,
                                            const QString &text);
    bool stepOver(const TemplateValue &value, const TemplateArguments &arguments);
    bool stepOverEach(const TemplateList &list, const TemplateValue &compared);
    TemplateValue call(const TemplateValue &callee, const TemplateArguments &arguments, const QString &name);
    TemplateValue member(const TemplateValue &target, const TemplateValue &key);

private:
    struct Frame;
    struct Unit; // a template in this render
    struct Context;
    struct BlockOfUnit;
    using FramePtr = std::shared_ptr<Frame>;
    using UnitPtr = std::shared_ptr<const Unit>;
    using ContextPtr = std::shared_ptr<Context>;

    // Templates (renderinheritance.cpp).
    UnitPtr load(const TemplateValue &name);
    UnitPtr makeUnit(const QString &name, const QString &source);
    ContextPtr makeContext(const UnitPtr &unit) const;
    void renderUnit(UnitPtr unit, const ContextPtr &context, const FramePtr &frame, TemplateOutput &output);
    void renderApart(const UnitPtr &unit, const ContextPtr &context, const FramePtr &frame,
                     TemplateOutput &output);
    void renderBlock(const BlockOfUnit &block, TemplateOutput &output);
    void renderBlockTag(const TemplateStatement &statement, TemplateOutput &output);
    void renderExtends(const TemplateStatement &statement);
    void renderInclude(const TemplateStatement &statement, TemplateOutput &output);
    void renderImport(const TemplateStatement &statement);
    void defineSendAs();

    // Statements (rendering.cpp).
    void render(const TemplateBody &body, TemplateOutput &output);
    void render(const TemplateStatement &statement, TemplateOutput &output);
    void renderOutput(const TemplateStatement &statement, TemplateOutput &output);
    void renderFor(const TemplateStatement &statement, TemplateOutput &output);
    void renderSet(const TemplateStatement &statement);
    void renderSwitch(const TemplateStatement &statement, TemplateOutput &output);
    void print(const TemplateValue &value, int line, TemplateOutput &output);
    void setVariable(const QString &name, const TemplateValue &value);
    TemplateText capture(const TemplateBody &body);
    TemplateValue makeMacro(std::shared_ptr<const TemplateMacro> macro, bool seesFrame);

    // Expressions (evaluation.cpp).
    TemplateValue evaluate(const TemplateExpression &expression);
    TemplateValue evaluateCall(const TemplateExpression &expression);
    TemplateValue evaluateCompare(const TemplateExpression &expression);
    TemplateValue evaluateIn(const TemplateExpression &expression);
    TemplateValue evaluateArithmetic(const TemplateExpression &expression);
    TemplateValue evaluateTest(const TemplateExpression &expression);
    TemplateValue evaluateFilter(const TemplateExpression &expression, const TemplateValue *input);
    TemplateValue evaluateSum(const TemplateExpression &expression);
    TemplateArguments argumentsOf(const TemplateExpression &expression, size_t from);
    TemplateArguments withNamesLast(TemplateArguments arguments);
    TemplateValue lookup(const QString &name);
    TemplateValue global(const QString &name);
    TemplateValue imported(const TemplateData &data);

    bool enter(int line, int column);
    bool isWithinSteps();

    const TemplateRequest &m_request;
    const std::stop_token &m_stop;
    TemplateHeap m_heap;
    std::optional<TemplateError> m_error;
    QHash<QString, TemplateValue> m_data; // the context's members that were asked for
    QHash<QString, UnitPtr> m_units;      // by lower-case name
    QStringList m_templates;
    FramePtr m_frame;
    ContextPtr m_context;
    UnitPtr m_unit;              // whose text is being rendered
    UnitPtr *m_parent = nullptr; // what the template being rendered extends
    TemplateOutput *m_final = nullptr;
    int m_depth = 0;
    qintptr m_stackStart = 0;
    std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
    int m_includes = 0;
    int m_line = 0;
    int m_column = 0;
    qint64 m_steps = 0;
    qsizetype m_spent = 0;
    quint64 m_random = m_request.seed;
};

} // namespace snug
