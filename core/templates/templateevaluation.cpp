#include "core/templates/templateevaluation.h"

#include "core/templates/chatfunctions.h"
#include "core/templates/methodtable.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trEvaluation(const char *text)
{
    return QCoreApplication::translate("Rendering", text);
}

// "a["b"]", for messages.
QString expressionName(const TemplateExpression &expression)
{
    using Kind = TemplateExpression::Kind;
    switch (expression.kind) {
    case Kind::Name:
    case Kind::Text:
        return expression.text;
    case Kind::Number:
        return numberText(expression.number);
    case Kind::Lookup:
        return expressionName(*expression.parts[0]) + u"[\""_s + expressionName(*expression.parts[1]) +
               u"\"]"_s;
    case Kind::Call:
        return u"the return value of ("_s + expressionName(*expression.parts[0]) + u')';
    default:
        return u"--expression--"_s;
    }
}

double arithmetic(QStringView sign, double left, double right)
{
    if (sign == u"-")
        return left - right;
    if (sign == u"*")
        return left * right;
    if (sign == u"/")
        return left / right;
    if (sign == u"%")
        return std::fmod(left, right);
    // Where the host language differs from C.
    return std::isnan(right) || (std::abs(left) == 1 && std::isinf(right)) ? std::nan("")
                                                                           : std::pow(left, right);
}

} // namespace

TemplateValue TemplateEvaluation::evaluate(const TemplateExpression &expression)
{
    if (!enter(expression.line, expression.column))
        return {};
    const auto up = deeper();
    using Kind = TemplateExpression::Kind;
    switch (expression.kind) {
    case Kind::Text:
        return expression.text;
    case Kind::Number:
        return expression.number;
    case Kind::Boolean:
        return expression.number != 0;
    case Kind::None:
        return nullptr;
    case Kind::Pattern: {
        TemplateObject *pattern = heap().object();
        pattern->form = TemplateObject::Form::Pattern;
        pattern->set(u"source"_s, expression.text);
        pattern->set(u"flags"_s, expression.names[0]);
        return pattern;
    }
    case Kind::Name:
        return lookup(expression.text);
    case Kind::List: {
        std::vector<TemplateValue> items;
        items.reserve(expression.parts.size());
        for (const TemplateExpressionPtr &part : expression.parts)
            items.push_back(evaluate(*part));
        return heap().list(std::move(items));
    }
    case Kind::Object: {
        TemplateObject *object = heap().object();
        for (size_t i = 0; i < expression.parts.size(); ++i) {
            const TemplateValue value = evaluate(*expression.parts[i]);
            if (!isBlockedProperty(expression.names[qsizetype(i)]))
                object->set(expression.names[qsizetype(i)], value);
        }
        return object;
    }
    case Kind::Group: {
        TemplateValue last;
        for (const TemplateExpressionPtr &part : expression.parts)
            last = evaluate(*part);
        return last;
    }
    case Kind::Lookup: {
        const TemplateValue target = evaluate(*expression.parts[0]);
        return member(target, evaluate(*expression.parts[1]));
    }
    case Kind::Call:
        return evaluateCall(expression);
    case Kind::Filter:
        return evaluateFilter(expression, nullptr);
    case Kind::Test:
        return evaluateTest(expression);
    case Kind::Not:
        return !evaluate(*expression.parts[0]).isTrue();
    case Kind::Negative:
        return -templateNumber(evaluate(*expression.parts[0]));
    case Kind::Positive:
        return templateNumber(evaluate(*expression.parts[0]));
    case Kind::And:
    case Kind::Or: {
        TemplateValue value;
        for (const TemplateExpressionPtr &part : expression.parts) {
            value = evaluate(*part);
            if (failed() || value.isTrue() == (expression.kind == Kind::Or))
                break;
        }
        return value;
    }
    case Kind::In:
        return evaluateIn(expression);
    case Kind::Choice:
        if (evaluate(*expression.parts[1]).isTrue())
            return evaluate(*expression.parts[0]);
        // Without an else: the text "", as the engine has it.
        return expression.parts.size() > 2 ? evaluate(*expression.parts[2]) : TemplateValue(QString(u""_s));
    case Kind::Compare:
        return evaluateCompare(expression);
    case Kind::Super: {
        for (const TemplateFrame *frame = place().frame.get(); frame; frame = frame->parent.get()) {
            for (const TemplateFrame::Binding &binding : frame->bindings) {
                if (binding.name == u"super()")
                    return binding.value;
            }
        }
        return {};
    }
    case Kind::Caller:
        return makeMacro(expression.macro, true);
    case Kind::Sum:
        return evaluateSum(expression);
    case Kind::Floor:
        return std::floor(templateNumber(evaluate(*expression.parts[0])));
    case Kind::Product:
    case Kind::Power:
        return evaluateArithmetic(expression);
    }
    return {};
}

TemplateValue TemplateEvaluation::evaluateArithmetic(const TemplateExpression &expression)
{
    double result = templateNumber(evaluate(*expression.parts[0]));
    for (size_t i = 1; i < expression.parts.size(); ++i) {
        const double right = templateNumber(evaluate(*expression.parts[i]));
        result = arithmetic(expression.names[qsizetype(i) - 1], result, right);
    }
    return result;
}

TemplateValue TemplateEvaluation::evaluateSum(const TemplateExpression &expression)
{
    const auto isPlain = [](const TemplateValue &value) {
        return value.isMissing() || value.isBool() || value.isNumber();
    };
    TemplateValue result = evaluate(*expression.parts[0]);
    for (size_t i = 1; i < expression.parts.size(); ++i) {
        const QString &sign = expression.names[qsizetype(i) - 1];
        const TemplateValue right = evaluate(*expression.parts[i]);
        if (failed())
            return {};
        if (sign == u"-") {
            result = templateNumber(result) - templateNumber(right);
        } else if (sign == u"+" && isPlain(result) && isPlain(right)) {
            result = templateNumber(result) + templateNumber(right);
        } else {
            const TemplateText text = joined(textOf(result), textOf(right));
            if (!spend(text.text.size() + qsizetype(text.pieces ? text.pieces->size() * 16 : 0)))
                return {};
            result = text;
        }
    }
    return result;
}

TemplateValue TemplateEvaluation::evaluateCompare(const TemplateExpression &expression)
{
    TemplateValue left = evaluate(*expression.parts[0]);
    for (qsizetype i = 0; i < expression.names.size(); ++i) {
        const QString &sign = expression.names[i];
        const TemplateValue right = evaluate(*expression.parts[size_t(i) + 1]);
        if (!stepOver(left) || !stepOver(right))
            return {};
        if (sign == u"==" || sign == u"!=")
            left = areLooselyEqual(left, right) == (sign == u"==");
        else if (sign == u"===" || sign == u"!==")
            left = areStrictlyEqual(left, right) == (sign == u"===");
        else
            left = areOrdered(left, sign, right);
    }
    return left;
}

TemplateValue TemplateEvaluation::evaluateIn(const TemplateExpression &expression)
{
    const TemplateValue key = evaluate(*expression.parts[0]);
    const TemplateValue where = evaluate(*expression.parts[1]);
    if (!stepOver(key) || !stepOver(where))
        return {};
    if (const TemplateList *list = where.list()) {
        if (!stepOverEach(*list, key))
            return {};
        return std::ranges::any_of(list->items,
                                   [&](const auto &item) { return areStrictlyEqual(item, key); });
    }
    if (where.isText())
        return where.text()->text.contains(templateText(key));
    if (where.text()) // what a macro gives is an object
        return false;
    if (const TemplateObject *object = where.object()) {
        const QString name = templateText(key);
        return object->find(name) != nullptr && !isBlockedProperty(name);
    }
    return fail(TemplateError::Kind::BadInOperand,
                trEvaluation("“in” works with lists, texts and objects only"));
}

TemplateArguments TemplateEvaluation::argumentsOf(const TemplateExpression &expression, size_t from)
{
    TemplateArguments arguments;
    const size_t named = expression.parts.size() - size_t(expression.names.size());
    for (size_t i = from; i < named; ++i)
        arguments.values.push_back(evaluate(*expression.parts[i]));
    for (size_t i = named; i < expression.parts.size(); ++i)
        arguments.named.emplace_back(expression.names[qsizetype(i - named)], evaluate(*expression.parts[i]));
    return arguments;
}

TemplateValue TemplateEvaluation::evaluateCall(const TemplateExpression &expression)
{
    const TemplateExpression &callee = *expression.parts[0];
    if (callee.kind == TemplateExpression::Kind::Lookup) {
        const TemplateValue target = evaluate(*callee.parts[0]);
        const TemplateValue key = evaluate(*callee.parts[1]);
        if (failed())
            return {};
        const QString name = templateText(key);
        if (!target.isMissing() && isRefusedMethod(name)) {
            const TemplateArguments ignored = argumentsOf(expression, 1);
            place().line = callee.line;
            place().column = callee.column;
            return fail(TemplateError::Kind::BlockedMethod,
                        trEvaluation(".%1() cannot be used here").arg(name), name);
        }
        const TemplateObject *object = target.object();
        const bool own = object && object->find(name);
        const TemplateMethod method = own || isBlockedProperty(name) ? nullptr : methodOf(target, name);
        if (method) {
            const TemplateArguments arguments = withNamesLast(argumentsOf(expression, 1));
            place().line = callee.line;
            place().column = callee.column;
            return stepOver(target, arguments) ? method(*this, target, arguments) : TemplateValue();
        }
        const TemplateValue function = member(target, key);
        const TemplateArguments arguments = argumentsOf(expression, 1);
        return call(function, arguments, expressionName(callee));
    }
    const TemplateValue function = evaluate(callee);
    const TemplateArguments arguments = argumentsOf(expression, 1);
    place().line = expression.line;
    place().column = expression.column;
    return call(function, arguments, expressionName(callee));
}

TemplateValue TemplateEvaluation::call(const TemplateValue &callee, const TemplateArguments &arguments,
                                       const QString &name)
{
    if (failed())
        return {};
    if (!callee.function()) {
        const QString reason = callee.isTrue()
                                   ? trEvaluation("“%1” cannot be called, it is not a function")
                                   : trEvaluation("“%1” cannot be called, there is nothing of that name");
        return fail(TemplateError::Kind::NotCallable, reason.arg(name), name);
    }
    const TemplateFunction &function = *callee.function();
    return function.call(*this, function.takesNames ? arguments : withNamesLast(arguments));
}

// Filters, methods and the engine's functions know no names: they are given all named arguments as one
// object behind the others.
TemplateArguments TemplateEvaluation::withNamesLast(TemplateArguments arguments)
{
    if (arguments.named.empty())
        return arguments;
    TemplateObject *names = heap().object();
    for (const auto &[name, value] : arguments.named) {
        if (!isBlockedProperty(name))
            names->set(name, value);
    }
    arguments.values.emplace_back(names);
    arguments.named.clear();
    return arguments;
}

TemplateValue TemplateEvaluation::evaluateFilter(const TemplateExpression &expression,
                                                 const TemplateValue *input)
{
    const TemplateValue value = input ? *input : evaluate(*expression.parts[0]);
    const TemplateArguments arguments = withNamesLast(argumentsOf(expression, input ? 0 : 1));
    if (failed())
        return {};
    place().line = expression.line;
    place().column = expression.column;
    TemplateMethod filter = productFilters().value(expression.text);
    for (const MethodTable *table : {&engineFilters(), &markupFilters()})
        filter = filter ? filter : table->value(expression.text);
    if (!filter)
        return fail(TemplateError::Kind::UnknownFilter,
                    trEvaluation("there is no filter “%1”").arg(expression.text), expression.text);
    return stepOver(value, arguments) ? filter(*this, value, arguments) : TemplateValue();
}

TemplateValue TemplateEvaluation::evaluateTest(const TemplateExpression &expression)
{
    const TemplateValue value = evaluate(*expression.parts[0]);
    TemplateArguments arguments;
    for (size_t i = 1; i < expression.parts.size(); ++i)
        arguments.values.push_back(evaluate(*expression.parts[i]));
    if (failed())
        return {};
    const TemplateMethod test = templateTests().value(expression.text);
    if (!test)
        return fail(TemplateError::Kind::UnknownTest,
                    trEvaluation("there is no test “%1”").arg(expression.text), expression.text);
    return stepOver(value, arguments) ? test(*this, value, arguments) : TemplateValue();
}

} // namespace snug
