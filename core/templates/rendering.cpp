#include "core/templates/rendering.h"

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

// How many rounds there are. A text's letters are read, unless it has more than `most` units.
qsizetype loopCount(const TemplateValue &subject, bool pairs, qsizetype most,
                    std::vector<TemplateValue> &letters)
{
    if (const TemplateText *text = subject.text(); text && subject.isTrue()) {
        if (text->text.size() > most)
            return text->text.size();
        letters = lettersOf(*text);
        return qsizetype(letters.size());
    }
    if (const TemplateList *list = subject.list())
        return qsizetype(list->items.size());
    const TemplateObject *object = subject.object();
    return object && pairs ? qsizetype(object->members.size()) : 0;
}

} // namespace

TemplateResult<RenderedText> renderTemplate(const TemplateRequest &request, const std::stop_token &stop)
{
    return Rendering(request, stop).run();
}

Rendering::Rendering(const TemplateRequest &request, const std::stop_token &stop)
    : TemplateEvaluation(request, stop)
{
}

TemplateResult<RenderedText> Rendering::run()
{
    TemplateOutput output;
    begin();
    m_final = &output;
    m_templates.append(QString());
    if (const TemplateUnitPtr unit = makeUnit({}, request().source)) {
        auto frame = std::make_shared<TemplateFrame>();
        frame->isTopLevel = true;
        place().frame = frame;
        const TemplateContextPtr context = makeContext(unit);
        place().context = context;
        renderUnit(unit, context, frame, output);
    }
    isWithinSteps();
    if (!failed() && output.text.size() > limits().output) {
        failLimit(TemplateError::Kind::OutputLimit,
                  trRendering("the output has more than %1 characters").arg(limits().output),
                  limits().output);
    }
    if (failed())
        return std::unexpected(*error());
    return RenderedText{std::move(output.text), QList<TemplateSpan>(output.spans.begin(), output.spans.end()),
                        m_templates};
}

void Rendering::render(const TemplateBody &body, TemplateOutput &output)
{
    const auto up = deeper();
    for (const TemplateStatement &statement : body) {
        if (failed())
            break;
        render(statement, output);
    }
}

void Rendering::render(const TemplateStatement &statement, TemplateOutput &output)
{
    if (!enter(statement.line, statement.column))
        return;
    using enum TemplateStatement::Kind;
    switch (statement.kind) {
    case Data:
        if (spend(statement.text.size()))
            output.append(statement.text, -1, statement.line, place().unit->index);
        break;
    case Output:
        renderOutput(statement, output);
        break;
    case If:
        for (size_t i = 0; i < statement.expressions.size(); ++i) {
            if (evaluate(*statement.expressions[i]).isTrue())
                return failed() ? void() : render(statement.bodies[i], output);
        }
        if (statement.bodies.size() > statement.expressions.size() && !failed())
            render(statement.bodies.back(), output);
        break;
    case For:
        renderFor(statement, output);
        break;
    case Set:
        renderSet(statement);
        break;
    case Macro: {
        const TemplateValue macro = makeMacro(statement.macro, false);
        if (statement.isScoped) {
            place().frame->bind(statement.macro->name, macro, false);
        } else {
            place().context->variables.insert(statement.macro->name, macro);
            if (!statement.macro->name.startsWith(u'_'))
                place().context->exported.append(statement.macro->name);
        }
        break;
    }
    case Block:
        renderBlockTag(statement, output);
        break;
    case Extends:
        renderExtends(statement);
        break;
    case Include:
        renderInclude(statement, output);
        break;
    case Import:
    case From:
        renderImport(statement);
        break;
    case Switch:
        renderSwitch(statement, output);
        break;
    case Filter: {
        const TemplateValue body(capture(statement.bodies[0]));
        if (!failed())
            print(evaluateFilter(*statement.expressions[0], &body), statement.line, output);
        break;
    }
    }
    if (&output == m_final && output.text.size() > limits().output && !failed()) {
        failLimit(TemplateError::Kind::OutputLimit,
                  trRendering("the output has more than %1 characters").arg(limits().output),
                  limits().output);
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
        if (request().isStrict)
            fail(TemplateError::Kind::UndefinedOutput, trRendering("this value is missing or none"));
        return;
    }
    const TemplateText text = value.text() ? *value.text() : textOf(value);
    if (spend(text.text.size()))
        output.append(text, line, place().unit->index);
}

TemplateText Rendering::capture(const TemplateBody &body)
{
    TemplateOutput output;
    render(body, output);
    return output.taken(false);
}

void Rendering::renderFor(const TemplateStatement &statement, TemplateOutput &output)
{
    const TemplateFramePtr outer = place().frame;
    const auto leave = qScopeGuard([&] { place().frame = outer; });
    place().frame = TemplateFrame::inside(outer, false);
    const TemplateValue subject = evaluate(*statement.expressions[0]);
    std::vector<std::pair<TemplateValue, TemplateValue>> members; // key, value
    const bool pairs = statement.names.size() > 1;
    std::vector<TemplateValue> letters;
    qsizetype count = loopCount(subject, pairs, 2 * limits().loopItems, letters);
    if (failed())
        return;
    if (count > limits().loopItems) {
        failLimit(TemplateError::Kind::LoopLimit,
                  trRendering("this loop has %1 items; %2 are the most").arg(count).arg(limits().loopItems),
                  limits().loopItems, count);
        return;
    }
    if (subject.object() && pairs) {
        for (const auto &[key, value] : subject.object()->members) {
            if (!isBlockedProperty(key))
                members.emplace_back(key, value);
        }
        count = qsizetype(members.size());
    }
    place().frame->loopLength = count;
    const TemplateFramePtr frame = place().frame;
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
        place().frame = frame;
    }
    if (count == 0 && statement.bodies.size() > 1 && !failed()) {
        frame->loopIndex = -1;
        // The loop's names mean nothing here, whatever they mean outside.
        for (const QString &name : statement.names)
            frame->hide(name);
        render(statement.bodies[1], output);
    }
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
    const TemplateFramePtr around = seesFrame ? place().frame : nullptr;
    const TemplateUnitPtr unit = place().unit;
    const TemplateContextPtr context = place().context;
    const QString name = macro->name.isEmpty() ? u"caller"_s : macro->name;
    TemplateFunction *made = heap().function(
        name, [=, this](TemplateEvaluation &, const TemplateArguments &given) -> TemplateValue {
            if (!enter(place().line, place().column))
                return {};
            const RenderPlace before = place();
            place().frame = TemplateFrame::inside(around, true);
            place().unit = unit;
            place().context = context;
            const TemplateFramePtr frame = place().frame;
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
            for (qsizetype i = 0; i < macro->defaultNames.size() && !failed(); ++i) {
                const TemplateValue *named = given.find(macro->defaultNames[i]);
                const size_t place = size_t(positional + i);
                frame->bind(macro->defaultNames[i],
                            place < given.size() ? given.at(place)
                            : named              ? *named
                                                 : evaluate(*macro->defaults[size_t(i)]),
                            true);
            }
            TemplateOutput output;
            const auto up = deeper();
            render(macro->body, output);
            place() = before;
            return output.taken(true);
        });
    made->takesNames = true;
    return made;
}

} // namespace snug
