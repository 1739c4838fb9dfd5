#include "core/templates/rendering.h"

#include "core/templates/patterncheck.h"
#include "core/templates/renderingframes.h"

#include <QCoreApplication>
#include <QScopeGuard>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trRendering(const char *text)
{
    return QCoreApplication::translate("Rendering", text);
}

} // namespace

TemplateResult<RenderedText> renderTemplate(const TemplateRequest &request, const std::stop_token &stop)
{
    return Rendering(request, stop).run();
}

Rendering::Rendering(const TemplateRequest &request, const std::stop_token &stop)
    : m_request(request)
    , m_stop(stop)
{
    m_heap.work().most = request.limits.steps;
}

Rendering::~Rendering() = default;

TemplateResult<RenderedText> Rendering::run()
{
    TemplateOutput output;
    m_stackStart = reinterpret_cast<qintptr>(__builtin_frame_address(0));
    m_final = &output;
    m_templates.append(QString());
    if (const UnitPtr unit = makeUnit({}, m_request.source)) {
        auto frame = std::make_shared<Frame>();
        frame->isTopLevel = true;
        m_frame = frame;
        const ContextPtr context = makeContext(unit);
        m_context = context;
        renderUnit(unit, context, frame, output);
    }
    isWithinSteps();
    if (!failed() && output.text.size() > limits().output) {
        fail(TemplateError::Kind::OutputLimit,
             trRendering("the output has more than %1 characters").arg(limits().output));
        m_error->limit = limits().output;
    }
    if (failed())
        return std::unexpected(*m_error);
    return RenderedText{std::move(output.text), QList<TemplateSpan>(output.spans.begin(), output.spans.end()),
                        m_templates};
}

TemplateValue Rendering::fail(TemplateError::Kind kind, const QString &reason, const QString &name)
{
    if (!m_error)
        m_error = TemplateError{kind, reason, m_unit ? m_unit->name : QString(), m_line, m_column, name};
    return {};
}

TemplateValue Rendering::failLimit(const QString &method, qsizetype got)
{
    if (failed())
        return {};
    fail(TemplateError::Kind::StringLimit,
         trRendering("%1 would give %2 characters; %3 is the most")
             .arg(method)
             .arg(got)
             .arg(limits().methodText),
         method);
    m_error->limit = limits().methodText;
    m_error->got = got;
    return {};
}

TemplateValue Rendering::failPattern(const QString &rule, const QString &reason)
{
    if (failed())
        return {};
    fail(TemplateError::Kind::UnsafeRegex, reason);
    m_error->rule = rule;
    return {};
}

bool Rendering::step(qsizetype count)
{
    if (failed())
        return false;
    const qint64 before = m_steps;
    m_steps += count;
    if (isWithinSteps() && (before >> 8) != (m_steps >> 8)) {
        if (m_stop.stop_requested())
            fail(TemplateError::Kind::Stopped, trRendering("stopped"));
        const std::chrono::milliseconds most(limits().milliseconds);
        if (most.count() > 0 && std::chrono::steady_clock::now() - m_started > most) {
            fail(TemplateError::Kind::TimeLimit,
                 trRendering("rendering took more than %1 seconds").arg(double(most.count()) / 1000));
            if (m_error->kind == TemplateError::Kind::TimeLimit)
                m_error->limit = limits().milliseconds;
        }
    }
    return spend(0);
}

bool Rendering::isWithinSteps()
{
    if (!failed() && m_steps + m_heap.work().steps > limits().steps) {
        fail(TemplateError::Kind::StepLimit,
             trRendering("this template does more than %1 steps").arg(limits().steps));
        m_error->limit = limits().steps;
    }
    return !failed();
}

bool Rendering::stepOver(const TemplateValue &value)
{
    constexpr qsizetype unitsPerStep = 32;
    const TemplateText *text = value.text();
    return !text || text->text.size() < unitsPerStep ? !failed() : step(text->text.size() / unitsPerStep);
}

bool Rendering::stepOver(const TemplateValue &value, const TemplateArguments &arguments)
{
    return stepOver(value) && std::ranges::all_of(arguments.values, [this](const TemplateValue &argument) {
               return stepOver(argument);
           });
}

bool Rendering::stepOverEach(const TemplateList &list, const TemplateValue &compared)
{
    const qsizetype length = compared.text() ? compared.text()->text.size() : 0;
    return step(qsizetype(list.items.size()) * (1 + length / 8) / 8);
}

bool Rendering::spend(qsizetype units)
{
    m_spent += units;
    isWithinSteps();
    if (!failed() && m_spent + m_heap.cells() * 64 > limits().memory) {
        fail(TemplateError::Kind::MemoryLimit, trRendering("this template needs too much memory"));
        m_error->limit = limits().memory;
    }
    return !failed();
}

quint64 Rendering::nextRandom()
{
    m_random += 0x9e3779b97f4a7c15;
    quint64 mixed = m_random;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

bool Rendering::enter(int line, int column)
{
    if (!step())
        return false;
    m_line = line;
    m_column = column;
    const auto stack = m_stackStart - reinterpret_cast<qintptr>(__builtin_frame_address(0));
    if (m_depth > limits().depth || std::abs(stack) > limits().stack) {
        fail(TemplateError::Kind::DepthLimit, trRendering("calls and brackets are nested too deeply"));
        m_error->limit = limits().depth;
    }
    return !failed();
}

std::optional<QList<RegexMatch>> Rendering::search(const QString &pattern, const QString &flags,
                                                   const QString &text)
{
    if (const auto unsafe = unsafePattern(pattern)) {
        failPattern(unsafe->rule, unsafe->reason);
        return {};
    }
    if (!spend(text.size()) || !step(10))
        return {};
    if (!m_request.regexEngine) {
        fail(TemplateError::Kind::RegexFailed, trRendering("there is nothing here to search with patterns"));
        return {};
    }
    const QList<RegexOutcome> outcomes = m_request.regexEngine->search({{pattern, flags, text}}, m_stop);
    if (outcomes.size() != 1 || !outcomes.first()) {
        fail(TemplateError::Kind::RegexFailed,
             outcomes.isEmpty() ? trRendering("the search gave no result") : outcomes.first().error().what);
        return {};
    }
    return *outcomes.first();
}

void Rendering::render(const TemplateBody &body, TemplateOutput &output)
{
    ++m_depth;
    for (const TemplateStatement &statement : body) {
        if (failed())
            break;
        render(statement, output);
    }
    --m_depth;
}

void Rendering::render(const TemplateStatement &statement, TemplateOutput &output)
{
    if (!enter(statement.line, statement.column))
        return;
    using Kind = TemplateStatement::Kind;
    switch (statement.kind) {
    case Kind::Data:
        if (spend(statement.text.size()))
            output.append(statement.text, -1, statement.line, m_unit->index);
        break;
    case Kind::Output:
        renderOutput(statement, output);
        break;
    case Kind::If:
        for (size_t i = 0; i < statement.expressions.size(); ++i) {
            if (evaluate(*statement.expressions[i]).isTrue())
                return failed() ? void() : render(statement.bodies[i], output);
        }
        if (statement.bodies.size() > statement.expressions.size() && !failed())
            render(statement.bodies.back(), output);
        break;
    case Kind::For:
        renderFor(statement, output);
        break;
    case Kind::Set:
        renderSet(statement);
        break;
    case Kind::Macro: {
        const TemplateValue macro = makeMacro(statement.macro, false);
        if (statement.isScoped) {
            m_frame->bind(statement.macro->name, macro, false);
        } else {
            m_context->variables.insert(statement.macro->name, macro);
            if (!statement.macro->name.startsWith(u'_'))
                m_context->exported.append(statement.macro->name);
        }
        break;
    }
    case Kind::Block:
        renderBlockTag(statement, output);
        break;
    case Kind::Extends:
        renderExtends(statement);
        break;
    case Kind::Include:
        renderInclude(statement, output);
        break;
    case Kind::Import:
    case Kind::From:
        renderImport(statement);
        break;
    case Kind::Switch:
        renderSwitch(statement, output);
        break;
    case Kind::Filter: {
        const TemplateValue body(capture(statement.bodies[0]));
        if (!failed())
            print(evaluateFilter(*statement.expressions[0], &body), statement.line, output);
        break;
    }
    }
    if (&output == m_final && output.text.size() > limits().output && !failed()) {
        fail(TemplateError::Kind::OutputLimit,
             trRendering("the output has more than %1 characters").arg(limits().output));
        m_error->limit = limits().output;
    }
}

void Rendering::renderOutput(const TemplateStatement &statement, TemplateOutput &output)
{
    print(evaluate(*statement.expressions[0]), statement.line, output);
}

void Rendering::print(const TemplateValue &value, int line, TemplateOutput &output)
{
    if (failed())
        return;
    if (value.isMissing()) {
        if (m_request.isStrict)
            fail(TemplateError::Kind::UndefinedOutput, trRendering("this value is missing or none"));
        return;
    }
    const TemplateText text = value.text() ? *value.text() : textOf(value);
    if (spend(text.text.size()))
        output.append(text, line, m_unit->index);
}

TemplateText Rendering::capture(const TemplateBody &body)
{
    TemplateOutput output;
    render(body, output);
    return output.taken(false);
}

void Rendering::renderFor(const TemplateStatement &statement, TemplateOutput &output)
{
    const FramePtr outer = m_frame;
    const auto leave = qScopeGuard([&] { m_frame = outer; });
    m_frame = Frame::inside(outer, false);
    const TemplateValue subject = evaluate(*statement.expressions[0]);
    std::vector<std::pair<TemplateValue, TemplateValue>> members; // key, value
    const bool pairs = statement.names.size() > 1;
    qsizetype count = 0;
    std::vector<TemplateValue> letters;
    if (const TemplateText *text = subject.text(); text && subject.isTrue()) {
        count = text->text.size();
        if (count <= 2 * limits().loopItems) {
            letters = lettersOf(*text);
            count = qsizetype(letters.size());
        }
    } else if (const TemplateList *list = subject.list()) {
        count = qsizetype(list->items.size());
    } else if (const TemplateObject *object = subject.object(); object && pairs) {
        count = qsizetype(object->members.size());
    }
    if (failed())
        return;
    if (count > limits().loopItems) {
        fail(TemplateError::Kind::LoopLimit,
             trRendering("this loop has %1 items; %2 are the most").arg(count).arg(limits().loopItems));
        m_error->limit = limits().loopItems;
        m_error->got = count;
        return;
    }
    if (subject.object() && pairs) {
        for (const auto &[key, value] : subject.object()->members) {
            if (!isBlockedProperty(key))
                members.emplace_back(key, value);
        }
        count = qsizetype(members.size());
    }
    m_frame->loopLength = count;
    const FramePtr frame = m_frame;
    // A template may change the list under the loop, which then goes on with what it finds there.
    const auto goesOn = [&](qsizetype i) {
        return (subject.list() ? i < qsizetype(subject.list()->items.size()) : i < count) && step();
    };
    for (qsizetype i = 0; goesOn(i); ++i) {
        frame->loopIndex = i;
        if (const TemplateList *list = subject.list()) {
            const TemplateValue item = list->items[size_t(i)];
            if (!pairs) {
                frame->bind(statement.names[0], item, true);
            } else {
                if (item.isMissing()) {
                    fail(TemplateError::Kind::BadOperand, trRendering("this item cannot be taken apart"));
                    return;
                }
                for (qsizetype part = 0; part < statement.names.size(); ++part)
                    frame->bindInText(statement.names[part], member(item, TemplateValue(part)));
            }
        } else {
            const TemplateValue value = subject.text() ? letters[size_t(i)] : members[size_t(i)].second;
            const TemplateValue key =
                subject.text() ? TemplateValue(QString::number(i)) : members[size_t(i)].first;
            frame->bind(statement.names[0], pairs ? key : value, true);
            if (pairs)
                frame->bind(statement.names[1], value, true);
        }
        render(statement.bodies[0], output);
        m_frame = frame;
    }
    if (count == 0 && statement.bodies.size() > 1 && !failed()) {
        frame->loopIndex = -1;
        // The loop's names mean nothing here, whatever they mean outside.
        for (const QString &name : statement.names)
            frame->hide(name);
        render(statement.bodies[1], output);
    }
}

void Rendering::setVariable(const QString &name, const TemplateValue &value)
{
    // A variable of that name that is known here, up to the next macro, block or call body.
    Frame *target = m_frame.get();
    for (Frame *frame = target; frame; frame = frame->isolatesWrites ? nullptr : frame->parent.get()) {
        Frame::Binding *binding = frame->own(name);
        if (binding && binding->isHiding && binding->value.isUndefined()) {
            binding->value = value; // known here from now on, and outside as well
        } else if (binding && (binding->isFixed || !binding->value.isUndefined())) {
            target = frame;
            break;
        }
    }
    target->bind(name, value, false);
    if (!m_frame->isTopLevel)
        return;
    m_context->variables.insert(name, value);
    if (!name.startsWith(u'_'))
        m_context->exported.append(name);
}

void Rendering::renderSet(const TemplateStatement &statement)
{
    const TemplateValue value = statement.expressions.empty() ? TemplateValue(capture(statement.bodies[0]))
                                                              : evaluate(*statement.expressions[0]);
    if (failed())
        return;
    for (const QString &name : statement.names)
        setVariable(name, value);
}

void Rendering::renderSwitch(const TemplateStatement &statement, TemplateOutput &output)
{
    const TemplateValue subject = evaluate(*statement.expressions[0]);
    const size_t cases = statement.expressions.size() - 1;
    for (size_t i = 0; i < cases && !failed(); ++i) {
        if (!areStrictlyEqual(subject, evaluate(*statement.expressions[i + 1])))
            continue;
        // A case without a body shares the next one's.
        while (i < cases && statement.bodies[i].empty())
            ++i;
        if (i < statement.bodies.size() && !failed())
            render(statement.bodies[i], output);
        return;
    }
    if (statement.bodies.size() > cases && !failed())
        render(statement.bodies.back(), output);
}

TemplateValue Rendering::makeMacro(std::shared_ptr<const TemplateMacro> macro, bool seesFrame)
{
    // Closures know their template and, for a {% call %} body, the variables around it.
    const FramePtr around = seesFrame ? m_frame : nullptr;
    const UnitPtr unit = m_unit;
    const ContextPtr context = m_context;
    const QString name = macro->name.isEmpty() ? u"caller"_s : macro->name;
    TemplateFunction *made =
        m_heap.function(name, [=](Rendering &self, const TemplateArguments &given) -> TemplateValue {
            if (!self.enter(self.m_line, self.m_column))
                return {};
            const FramePtr frameBefore = self.m_frame;
            const UnitPtr unitBefore = self.m_unit;
            const ContextPtr contextBefore = self.m_context;
            const int line = self.m_line;
            const int column = self.m_column;
            self.m_frame = Frame::inside(around, true);
            self.m_unit = unit;
            self.m_context = context;
            const FramePtr frame = self.m_frame;
            if (const TemplateValue *caller = given.find(u"caller"))
                frame->bind(u"caller"_s, *caller, true);
            const qsizetype positional = macro->arguments.size();
            for (qsizetype i = 0; i < positional; ++i) {
                const TemplateValue *named = given.find(macro->arguments[i]);
                const bool byPlace = size_t(i) < given.size();
                frame->bind(macro->arguments[i],
                            byPlace ? given.at(size_t(i))
                            : named ? *named
                                    : TemplateValue(),
                            true);
            }
            for (qsizetype i = 0; i < macro->defaultNames.size() && !self.failed(); ++i) {
                const TemplateValue *named = given.find(macro->defaultNames[i]);
                const size_t place = size_t(positional + i);
                frame->bind(macro->defaultNames[i],
                            place < given.size() ? given.at(place)
                            : named              ? *named
                                                 : self.evaluate(*macro->defaults[size_t(i)]),
                            true);
            }
            TemplateOutput output;
            ++self.m_depth;
            self.render(macro->body, output);
            --self.m_depth;
            self.m_frame = frameBefore;
            self.m_unit = unitBefore;
            self.m_context = contextBefore;
            self.m_line = line;
            self.m_column = column;
            return output.taken(true);
        });
    made->takesNames = true;
    return made;
}

} // namespace snug
