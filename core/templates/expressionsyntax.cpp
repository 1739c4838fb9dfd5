#include "core/templates/expressionsyntax.h"

#include "core/templates/expressionorder.h"

#include <QCoreApplication>
#include <QScopeGuard>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int nestingLimit = 100; // brackets, and links of one chain

QString trSyntax(const char *text)
{
    return QCoreApplication::translate("TemplateParser", text);
}

} // namespace

TemplateExpressionPtr ExpressionSyntax::node(Kind kind, const TemplateToken &where, QString text)
{
    auto made = std::make_unique<TemplateExpression>();
    made->kind = kind;
    made->line = where.line;
    made->column = where.column;
    made->text = std::move(text);
    return made;
}

bool ExpressionSyntax::deeper()
{
    return ++m_depth <= nestingLimit || m_tokens.fail(trSyntax("this is nested too deeply"), m_tokens.peek());
}

TemplateExpressionPtr ExpressionSyntax::expression()
{
    const auto up = qScopeGuard([this] { --m_depth; });
    if (!deeper())
        return node(Kind::None, m_tokens.peek());
    TemplateExpressionPtr value = inHostOrder(parseOr());
    const TemplateToken where = m_tokens.peek();
    if (!m_tokens.skipName(u"if"))
        return value;
    TemplateExpressionPtr choice = node(Kind::Choice, where);
    choice->parts.push_back(std::move(value));
    choice->parts.push_back(inHostOrder(parseOr()));
    if (m_tokens.skipName(u"else"))
        choice->parts.push_back(inHostOrder(parseOr()));
    return choice;
}

TemplateExpressionPtr ExpressionSyntax::parseOr()
{
    TemplateExpressionPtr left = parseAnd();
    while (m_tokens.peek().isName(u"or")) {
        const TemplateToken where = m_tokens.take();
        if (left->kind != Kind::Or) {
            TemplateExpressionPtr all = node(Kind::Or, where);
            all->parts.push_back(std::move(left));
            left = std::move(all);
        }
        left->parts.push_back(parseAnd());
    }
    return left;
}

TemplateExpressionPtr ExpressionSyntax::parseAnd()
{
    TemplateExpressionPtr left = parseNot();
    while (m_tokens.peek().isName(u"and")) {
        const TemplateToken where = m_tokens.take();
        if (left->kind != Kind::And) {
            TemplateExpressionPtr all = node(Kind::And, where);
            all->parts.push_back(std::move(left));
            left = std::move(all);
        }
        left->parts.push_back(parseNot());
    }
    return left;
}

TemplateExpressionPtr ExpressionSyntax::parseNot()
{
    if (!m_tokens.peek().isName(u"not"))
        return parseIn();
    const auto up = qScopeGuard([this] { --m_depth; });
    TemplateExpressionPtr negation = node(Kind::Not, m_tokens.take());
    if (deeper())
        negation->parts.push_back(parseNot());
    return negation;
}

TemplateExpressionPtr ExpressionSyntax::parseIn()
{
    TemplateExpressionPtr left = parseIs();
    for (int links = 0; !m_tokens.failed(); ++links) {
        const TemplateToken where = m_tokens.peek();
        const bool inverted = where.isName(u"not");
        if (inverted) {
            m_tokens.take();
            if (!m_tokens.peek().isName(u"in")) {
                m_tokens.fail(trSyntax("unexpected “%1”").arg(u"not"_s), where);
                break;
            }
        }
        if (!m_tokens.skipName(u"in"))
            break;
        if (links > nestingLimit)
            m_tokens.fail(trSyntax("this is nested too deeply"), where);
        TemplateExpressionPtr test = node(Kind::In, where);
        test->parts.push_back(inHostOrder(std::move(left)));
        test->parts.push_back(inHostOrder(parseIs()));
        left = std::move(test);
        if (inverted) {
            TemplateExpressionPtr negation = node(Kind::Not, where);
            negation->parts.push_back(std::move(left));
            left = std::move(negation);
        }
    }
    return left;
}

TemplateExpressionPtr ExpressionSyntax::parseIs()
{
    TemplateExpressionPtr left = parseCompare();
    if (!m_tokens.skipName(u"is"))
        return left;
    const bool inverted = m_tokens.skipName(u"not");
    const TemplateToken where = m_tokens.peek();
    const TemplateExpressionPtr right = parseCompare();
    TemplateExpressionPtr test = node(Kind::Test, where);
    test->parts.push_back(inHostOrder(std::move(left)));
    TemplateExpression *named = right.get();
    if (!m_tokens.failed() && right->kind == Kind::Call) {
        named = right->parts[0].get();
        for (size_t i = 1; i < right->parts.size(); ++i)
            test->parts.push_back(std::move(right->parts[i]));
    }
    if (!m_tokens.failed() && named->kind == Kind::None)
        test->text = u"null"_s;
    else if (!m_tokens.failed() && (named->kind == Kind::Name || named->kind == Kind::Text))
        test->text = named->text;
    else if (!m_tokens.failed() && named->kind == Kind::Boolean)
        test->text = named->number != 0 ? u"true"_s : u"false"_s;
    else if (!m_tokens.failed() && (named->kind == Kind::Number || named->kind == Kind::Pattern))
        m_tokens.fail(trSyntax("“is” needs a test's name"), where);
    else // what is no name at all asks for the missing, as the engine has it
        test->text = u"undefined"_s;
    if (!inverted)
        return test;
    TemplateExpressionPtr negation = node(Kind::Not, where);
    negation->parts.push_back(std::move(test));
    return negation;
}

TemplateExpressionPtr ExpressionSyntax::parseCompare()
{
    static const QStringList signs{u"=="_s, u"==="_s, u"!="_s, u"!=="_s, u"<"_s, u">"_s, u"<="_s, u">="_s};
    TemplateExpressionPtr left = parseArithmetic(0);
    while (m_tokens.peek().type == Type::Operator && signs.contains(m_tokens.peek().text)) {
        const TemplateToken where = m_tokens.take();
        if (left->kind != Kind::Compare) {
            TemplateExpressionPtr chain = node(Kind::Compare, where);
            chain->parts.push_back(std::move(left));
            left = std::move(chain);
        }
        left->names.append(where.text);
        left->parts.push_back(parseArithmetic(0));
    }
    return left;
}

TemplateExpressionPtr ExpressionSyntax::parseArithmetic(int level)
{
    // Loosest first. Sum and Product are told apart by inHostOrder(), not here.
    static constexpr std::array<QStringView, 8> signs{u"~", u"+", u"-", u"*", u"/", u"//", u"%", u"**"};
    if (level == int(signs.size()))
        return parseUnary(true);
    const QString sign = signs.at(size_t(level)).toString();
    TemplateExpressionPtr left = parseArithmetic(level + 1);
    for (int links = 0; m_tokens.peek().isOperator(sign); ++links) {
        const TemplateToken where = m_tokens.take();
        const bool floors = sign == u"//";
        const Kind kind = sign == u"**" ? Kind::Power : level < 3 ? Kind::Sum : Kind::Product;
        // These two are calls in the host language: what stands inside them stays inside.
        if (kind == Kind::Power || floors)
            left = inHostOrder(std::move(left));
        if (left->kind != kind || left->names.isEmpty() || left->names.first() != sign || floors) {
            if (floors && links > nestingLimit)
                m_tokens.fail(trSyntax("this is nested too deeply"), where);
            TemplateExpressionPtr chain = node(kind, where);
            chain->parts.push_back(std::move(left));
            left = std::move(chain);
        }
        left->names.append(floors ? u"/"_s : sign);
        left->parts.push_back(parseArithmetic(level + 1));
        if (kind == Kind::Power)
            left->parts.back() = inHostOrder(std::move(left->parts.back()));
        if (floors) {
            TemplateExpressionPtr floor = node(Kind::Floor, where);
            floor->parts.push_back(inHostOrder(std::move(left)));
            left = std::move(floor);
        }
    }
    return left;
}

TemplateExpressionPtr ExpressionSyntax::parseUnary(bool withFilters)
{
    TemplateExpressionPtr value;
    if (m_tokens.peek().isOperator(u"-") || m_tokens.peek().isOperator(u"+")) {
        const auto up = qScopeGuard([this] { --m_depth; });
        const TemplateToken sign = m_tokens.take();
        value = node(sign.text == u"-" ? Kind::Negative : Kind::Positive, sign);
        if (deeper())
            value->parts.push_back(parseUnary(false));
    } else {
        value = primary();
    }
    return withFilters ? parseFilters(std::move(value)) : std::move(value);
}

TemplateExpressionPtr ExpressionSyntax::parseFilters(TemplateExpressionPtr value)
{
    for (int links = 0; m_tokens.skipOperator(u"|"); ++links) {
        if (links > nestingLimit)
            m_tokens.fail(trSyntax("this is nested too deeply"), m_tokens.peek());
        TemplateExpressionPtr filter = node(Kind::Filter, m_tokens.peek());
        filter->parts.push_back(std::move(value));
        filter->text = m_tokens.requireName(trSyntax("a filter's name is missing"));
        while (m_tokens.skipOperator(u"."))
            filter->text += u'.' + m_tokens.requireName(trSyntax("a filter's name is missing"));
        if (m_tokens.peek().isOperator(u"("))
            arguments(*filter);
        value = std::move(filter);
    }
    return value;
}

TemplateExpressionPtr ExpressionSyntax::primary()
{
    const TemplateToken token = m_tokens.peek();
    TemplateExpressionPtr value;
    switch (token.type) {
    case Type::Text:
        value = node(Kind::Text, m_tokens.take(), token.text);
        break;
    case Type::Number:
        value = node(Kind::Number, m_tokens.take());
        value->number = token.text.toDouble();
        break;
    case Type::True:
    case Type::False:
        value = node(Kind::Boolean, m_tokens.take());
        value->number = token.type == Type::True;
        break;
    case Type::None:
        value = node(Kind::None, m_tokens.take());
        break;
    case Type::Pattern:
        value = node(Kind::Pattern, m_tokens.take(), token.text);
        value->names.append(token.flags);
        break;
    case Type::Name:
        value = node(Kind::Name, m_tokens.take(), token.text);
        break;
    default:
        value = parseBrackets();
    }
    return parsePostfix(std::move(value));
}

TemplateExpressionPtr ExpressionSyntax::parseBrackets()
{
    const TemplateToken token = m_tokens.peek();
    QString end;
    TemplateExpressionPtr value = node(Kind::None, token);
    if (token.isOperator(u"(")) {
        value->kind = Kind::Group;
        end = u")"_s;
    } else if (token.isOperator(u"[")) {
        value->kind = Kind::List;
        end = u"]"_s;
    } else if (token.isOperator(u"{")) {
        value->kind = Kind::Object;
        end = u"}"_s;
    } else {
        const QString shown =
            token.type == Type::BlockEnd || token.type == Type::OutputEnd || token.type == Type::End
                ? trSyntax("a value is missing here")
                : trSyntax("unexpected “%1”").arg(token.text);
        m_tokens.fail(shown, token);
        return value;
    }
    m_tokens.take();
    while (!m_tokens.failed() && !m_tokens.skipOperator(end)) {
        if (!value->parts.empty() && !m_tokens.skipOperator(u",")) {
            m_tokens.fail(trSyntax("expected a comma here"), m_tokens.peek());
            break;
        }
        if (value->kind == Kind::Object) {
            const TemplateToken key = m_tokens.take();
            if (key.type != Type::Name && key.type != Type::Text)
                m_tokens.fail(trSyntax("an object's keys are names or texts"), key);
            value->names.append(key.text);
            if (!m_tokens.skipOperator(u":"))
                m_tokens.fail(trSyntax("expected a colon here"), m_tokens.peek());
        }
        value->parts.push_back(expression());
    }
    if (value->kind == Kind::Group && value->parts.empty())
        m_tokens.fail(trSyntax("these brackets are empty"), token);
    return value;
}

TemplateExpressionPtr ExpressionSyntax::parsePostfix(TemplateExpressionPtr value)
{
    for (int links = 0; !m_tokens.failed(); ++links) {
        const TemplateToken where = m_tokens.peek();
        TemplateExpressionPtr outer;
        if (where.isOperator(u"(")) {
            if (value->kind == Kind::Name && value->text == u"super" && m_supers.blockDepth > 0) {
                m_supers.isSeen = true;
                outer = node(Kind::Super, where);
                arguments(*outer);
                value = std::move(outer);
                continue;
            }
            outer = node(Kind::Call, where);
            outer->parts.push_back(std::move(value));
            arguments(*outer);
        } else if (where.isOperator(u"[")) {
            outer = node(Kind::Lookup, where);
            outer->parts.push_back(std::move(value));
            m_tokens.take();
            outer->parts.push_back(expression());
            if (!m_tokens.skipOperator(u"]"))
                m_tokens.fail(trSyntax("expected “]” here"), m_tokens.peek());
        } else if (where.isOperator(u".")) {
            m_tokens.take();
            const TemplateToken name = m_tokens.take();
            if (name.type != Type::Name)
                m_tokens.fail(trSyntax("a name is missing after the dot"), name);
            outer = node(Kind::Lookup, where);
            outer->parts.push_back(std::move(value));
            outer->parts.push_back(node(Kind::Text, name, name.text));
        } else {
            break;
        }
        if (links > nestingLimit)
            m_tokens.fail(trSyntax("this is nested too deeply"), where);
        value = std::move(outer);
    }
    return value;
}

// Named arguments come last in the tree, wherever they stood.
void ExpressionSyntax::arguments(TemplateExpression &call)
{
    m_tokens.take();
    std::vector<TemplateExpressionPtr> named;
    for (bool first = true; !m_tokens.failed() && !m_tokens.skipOperator(u")"); first = false) {
        if (!first && !m_tokens.skipOperator(u",")) {
            m_tokens.fail(trSyntax("expected a comma here"), m_tokens.peek());
            break;
        }
        TemplateExpressionPtr value = expression();
        if (m_tokens.skipOperator(u"=")) {
            if (value->kind != Kind::Name && value->kind != Kind::Text)
                m_tokens.fail(trSyntax("an argument's name is missing"), m_tokens.peek());
            call.names.append(value->text);
            named.push_back(expression());
        } else {
            call.parts.push_back(std::move(value));
        }
    }
    for (TemplateExpressionPtr &value : named)
        call.parts.push_back(std::move(value));
}

} // namespace snug
