#include "core/macros/framing/expression.h"

#include "core/macros/framing/expressionparser.h"
#include "core/macros/framing/expressionvalues.h"
#include "core/macros/framing/valuetext.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

using Node = ExpressionNode;
using Evaluated = std::optional<Json>;

class ExpressionEvaluator
{
public:
    explicit ExpressionEvaluator(VariableScope &scope)
        : m_scope(scope)
    {
    }

    Evaluated evaluate(const Node &node);
    void set(const QString &name, const Json &value) { m_names.insert(name, value); }
    Evaluated named(const QString &name) const
    {
        const auto known = m_names.constFind(name);
        return known == m_names.cend() ? std::nullopt : Evaluated(*known);
    }

private:
    Evaluated result(const Node &node);
    bool takes(const Node &node, const Json &value);
    Evaluated computed(const Node &node);
    Evaluated list(const Node &node);
    Evaluated dictionary(const Node &node);
    Evaluated chain(const Node &node);
    Evaluated compared(const Node &node);
    Evaluated called(const Node &node);

    VariableScope &m_scope;
    QHash<QString, Json> m_names; // of statements
};

Evaluated ExpressionEvaluator::list(const Node &node)
{
    Json items = Json::array();
    for (const Node &part : node.parts) {
        const Evaluated item = evaluate(part);
        if (!item)
            return std::nullopt;
        items.append(*item);
    }
    return items;
}

Evaluated ExpressionEvaluator::dictionary(const Node &node)
{
    Json object = Json::object();
    for (qsizetype i = 0; i + 1 < node.parts.size(); i += 2) {
        const Evaluated key = evaluate(node.parts[i]);
        const Evaluated value = key ? evaluate(node.parts[i + 1]) : std::nullopt;
        if (!value || key->isArray() || key->isObject())
            return std::nullopt;
        object.set(valueText(*key), *value);
    }
    return object;
}

Evaluated ExpressionEvaluator::chain(const Node &node)
{
    Evaluated value;
    for (const Node &part : node.parts) {
        value = evaluate(part);
        if (!value || isTruthy(*value) == (node.kind == Node::Kind::Or))
            break;
    }
    return value;
}

Evaluated ExpressionEvaluator::compared(const Node &node)
{
    Evaluated left = evaluate(node.parts.first());
    for (qsizetype i = 0; left && i < node.words.size(); ++i) {
        const Evaluated right = evaluate(node.parts[i + 1]);
        const auto holds = right ? comparison(node.words[i], *left, *right) : std::nullopt;
        if (!holds)
            return std::nullopt;
        if (!*holds)
            return Json(false);
        left = right;
    }
    return left ? Evaluated(Json(true)) : std::nullopt;
}

Evaluated ExpressionEvaluator::called(const Node &node)
{
    const QString &name = node.words.first();
    const Evaluated all = list(node);
    if (!all)
        return std::nullopt;
    QList<Json> arguments = all->items();
    QList<Json::Member> keywords;
    const qsizetype firstKeyword = arguments.size() - (node.words.size() - 1);
    for (qsizetype i = firstKeyword; i < arguments.size(); ++i)
        keywords.append({node.words[i - firstKeyword + 1], arguments[i]});
    arguments.resize(firstKeyword);
    if (name == u"getvar")
        return arguments.size() == 1 && keywords.isEmpty()
                   ? Evaluated(m_scope.read(valueText(arguments.first())))
                   : std::nullopt;
    if (name != u"setvar")
        return functionResult(name, arguments, keywords);
    if (arguments.size() != 2 || !keywords.isEmpty())
        return std::nullopt;
    m_scope.write(valueText(arguments[0]), arguments[1]);
    return Json(QString());
}

Evaluated ExpressionEvaluator::computed(const Node &node)
{
    Evaluated left = evaluate(node.parts.first());
    for (qsizetype i = 0; left && i < node.words.size(); ++i) {
        const Evaluated right = evaluate(node.parts[i + 1]);
        left = right ? binaryResult(node.words[i], *left, *right) : std::nullopt;
        if (left && !takes(node, *left))
            return std::nullopt;
    }
    return left;
}

// Whether the budget has room for it. What is computed is new text; the rest is looked through.
bool ExpressionEvaluator::takes(const Node &node, const Json &value)
{
    constexpr int timesRead = 8; // compared, sorted, printed
    MacroBudget &budget = *m_scope.budget;
    if (node.kind == Node::Kind::Literal || !(value.isString() || value.isArray() || value.isObject()))
        return budget.goesOn();
    const ValueWeight weight = weightOf(value, budget.outputLeft(), budget.limits().depth);
    const bool isNew = node.kind == Node::Kind::Binary || node.kind == Node::Kind::Call;
    if (!budget.takeDepth(weight.depth) || !budget.takeReading(timesRead * weight.units))
        return false;
    return isNew || weight.units > budget.outputLeft() ? budget.takeOutput(weight.units, 0) : budget.goesOn();
}

Evaluated ExpressionEvaluator::evaluate(const Node &node)
{
    if (!m_scope.budget->takeSteps(1))
        return std::nullopt;
    Evaluated value = result(node);
    return value && takes(node, *value) ? value : std::nullopt;
}

Evaluated ExpressionEvaluator::result(const Node &node)
{
    const auto part = [&](qsizetype index) { return evaluate(node.parts[index]); };
    switch (node.kind) {
    case Node::Kind::Literal:
        return node.value;
    case Node::Kind::Name:
        return named(node.words.first());
    case Node::Kind::List:
        return list(node);
    case Node::Kind::Dictionary:
        return dictionary(node);
    case Node::Kind::Negative:
        return part(0).and_then(negated);
    case Node::Kind::Positive:
        return part(0).and_then([](const Json &value) { return binaryResult(u"+", Json(0), value); });
    case Node::Kind::Not:
        return part(0).transform([](const Json &value) { return Json(!isTruthy(value)); });
    case Node::Kind::Binary:
        return computed(node);
    case Node::Kind::Comparison:
        return compared(node);
    case Node::Kind::And:
    case Node::Kind::Or:
        return chain(node);
    case Node::Kind::Choice: {
        const Evaluated condition = part(1);
        return condition ? part(isTruthy(*condition) ? 0 : 2) : std::nullopt;
    }
    case Node::Kind::Call:
        return called(node);
    case Node::Kind::Variable: {
        const Evaluated path = part(0);
        return path ? Evaluated(m_scope.read(valueText(*path))) : std::nullopt;
    }
    }
    return std::nullopt;
}

struct Statement
{
    QString name = {}; // empty: nothing is set
    QList<ExpressionToken> tokens = {};
};

// Where lines and `;` end a statement: neither in a text nor within brackets.
QList<QStringView> linesOfCode(QStringView code)
{
    QList<QStringView> lines;
    qsizetype start = 0;
    qsizetype depth = 0;
    QChar quote;
    for (qsizetype i = 0; i < code.size(); ++i) {
        const QChar c = code[i];
        if (!quote.isNull()) {
            if (c == u'\\')
                ++i;
            else if (c == quote)
                quote = QChar();
        } else if (c == u'"' || c == u'\'') {
            quote = c;
        } else if (QStringView(u"([{").contains(c)) {
            ++depth;
        } else if (QStringView(u")]}").contains(c)) {
            --depth;
        } else if (depth == 0 && (c == u'\n' || c == u';')) {
            lines.append(code.sliced(start, i - start));
            start = i + 1;
        }
    }
    lines.append(code.sliced(start));
    lines.removeIf([](QStringView line) { return stripped(line).isEmpty(); });
    return lines;
}

std::optional<Statement> statementOf(QStringView line)
{
    using Kind = ExpressionToken::Kind;
    auto tokens = expressionTokens(line);
    if (!tokens)
        return std::nullopt;
    const bool sets = tokens->size() > 2 && tokens->at(0).kind == Kind::Name &&
                      tokens->at(1).kind == Kind::Sign && tokens->at(1).text == u"=";
    return sets ? Statement{tokens->first().text, tokens->sliced(2)} : Statement{{}, *tokens};
}

} // namespace

std::optional<Json> evaluateCode(QStringView code, VariableScope &scope)
{
    const auto tokens = expressionTokens(code);
    if (const auto node = tokens ? parsedExpression(*tokens) : std::nullopt)
        return ExpressionEvaluator(scope).evaluate(*node);
    // All of it is read before any of it acts.
    QList<std::pair<QString, Node>> statements;
    for (const QStringView line : linesOfCode(code)) {
        const auto statement = statementOf(line);
        const auto node = statement ? parsedExpression(statement->tokens) : std::nullopt;
        if (!node)
            return std::nullopt;
        statements.append({statement->name, *node});
    }
    ExpressionEvaluator evaluator(scope);
    for (const auto &[name, node] : std::as_const(statements)) {
        const Evaluated value = evaluator.evaluate(node);
        if (!value)
            return std::nullopt;
        if (!name.isEmpty())
            evaluator.set(name, *value);
    }
    return evaluator.named(u"result"_s);
}

std::optional<Json> evaluateExpression(const QList<ExpressionToken> &tokens, VariableScope &scope)
{
    const auto node = parsedExpression(tokens);
    return node ? ExpressionEvaluator(scope).evaluate(*node) : std::nullopt;
}

std::optional<Json> evaluateExpression(QStringView code, VariableScope &scope)
{
    const auto tokens = expressionTokens(code);
    return tokens ? evaluateExpression(*tokens, scope) : std::nullopt;
}

} // namespace snug::framing
