// The expressions of TemplateParser: precedence as in docs/systems/hologram.md#expressions.
#include "core/templates/expressionorder.h"
#include "core/templates/templateparser.h"

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

TemplateExpressionPtr TemplateParser::node(Kind kind, const TemplateToken &where, QString text) const
{
    auto made = std::make_unique<TemplateExpression>();
    made->kind = kind;
    made->line = where.line;
    made->column = where.column;
    made->text = std::move(text);
    return made;
}

bool TemplateParser::deeper()
{
    return ++m_depth <= nestingLimit || fail(trSyntax("this is nested too deeply"), peek());
}

TemplateExpressionPtr TemplateParser::parseExpression()
{
    const auto up = qScopeGuard([this] { --m_depth; });
    if (!deeper())
        return node(Kind::None, peek());
    TemplateExpressionPtr value = inHostOrder(parseOr());
    const TemplateToken where = peek();
    if (!skipName(u"if"))
        return value;
    TemplateExpressionPtr choice = node(Kind::Choice, where);
    choice->parts.push_back(std::move(value));
    choice->parts.push_back(inHostOrder(parseOr()));
    if (skipName(u"else"))
        choice->parts.push_back(inHostOrder(parseOr()));
    return choice;
}

TemplateExpressionPtr TemplateParser::parseOr()
{
    TemplateExpressionPtr left = parseAnd();
    while (peek().isName(u"or")) {
        const TemplateToken where = take();
        if (left->kind != Kind::Or) {
            TemplateExpressionPtr all = node(Kind::Or, where);
            all->parts.push_back(std::move(left));
            left = std::move(all);
        }
        left->parts.push_back(parseAnd());
    }
    return left;
}

TemplateExpressionPtr TemplateParser::parseAnd()
{
    TemplateExpressionPtr left = parseNot();
    while (peek().isName(u"and")) {
        const TemplateToken where = take();
        if (left->kind != Kind::And) {
            TemplateExpressionPtr all = node(Kind::And, where);
            all->parts.push_back(std::move(left));
            left = std::move(all);
        }
        left->parts.push_back(parseNot());
    }
    return left;
}

TemplateExpressionPtr TemplateParser::parseNot()
{
    if (!peek().isName(u"not"))
        return parseIn();
    const auto up = qScopeGuard([this] { --m_depth; });
    TemplateExpressionPtr negation = node(Kind::Not, take());
    if (deeper())
        negation->parts.push_back(parseNot());
    return negation;
}

TemplateExpressionPtr TemplateParser::parseIn()
{
    TemplateExpressionPtr left = parseIs();
    for (int links = 0; !failed(); ++links) {
        const TemplateToken where = peek();
        const bool inverted = where.isName(u"not");
        if (inverted) {
            take();
            if (!peek().isName(u"in")) {
                fail(trSyntax("unexpected “%1”").arg(u"not"_s), where);
                break;
            }
        }
        if (!skipName(u"in"))
            break;
        if (links > nestingLimit)
            fail(trSyntax("this is nested too deeply"), where);
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

TemplateExpressionPtr TemplateParser::parseIs()
{
    TemplateExpressionPtr left = parseCompare();
    if (!skipName(u"is"))
        return left;
    const bool inverted = skipName(u"not");
    const TemplateToken where = peek();
    const TemplateExpressionPtr right = parseCompare();
    TemplateExpressionPtr test = node(Kind::Test, where);
    test->parts.push_back(inHostOrder(std::move(left)));
    TemplateExpression *named = right.get();
    if (!failed() && right->kind == Kind::Call) {
        named = right->parts[0].get();
        for (size_t i = 1; i < right->parts.size(); ++i)
            test->parts.push_back(std::move(right->parts[i]));
    }
    if (!failed() && named->kind == Kind::None)
        test->text = u"null"_s;
    else if (!failed() && (named->kind == Kind::Name || named->kind == Kind::Text))
        test->text = named->text;
    else if (!failed() && named->kind == Kind::Boolean)
        test->text = named->number != 0 ? u"true"_s : u"false"_s;
    else if (!failed() && (named->kind == Kind::Number || named->kind == Kind::Pattern))
        fail(trSyntax("“is” needs a test's name"), where);
    else // what is no name at all asks for the missing, as the engine has it
        test->text = u"undefined"_s;
    if (!inverted)
        return test;
    TemplateExpressionPtr negation = node(Kind::Not, where);
    negation->parts.push_back(std::move(test));
    return negation;
}

TemplateExpressionPtr TemplateParser::parseCompare()
{
    static const QStringList signs{u"=="_s, u"==="_s, u"!="_s, u"!=="_s, u"<"_s, u">"_s, u"<="_s, u">="_s};
    TemplateExpressionPtr left = parseArithmetic(0);
    while (peek().type == Type::Operator && signs.contains(peek().text)) {
        const TemplateToken where = take();
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

TemplateExpressionPtr TemplateParser::parseArithmetic(int level)
{
    // Loosest first. Sum and Product are told apart by inHostOrder(), not here.
    static constexpr std::array<QStringView, 8> signs{u"~", u"+", u"-", u"*", u"/", u"//", u"%", u"**"};
    if (level == int(signs.size()))
        return parseUnary(true);
    const QString sign = signs.at(size_t(level)).toString();
    TemplateExpressionPtr left = parseArithmetic(level + 1);
    for (int links = 0; peek().isOperator(sign); ++links) {
        const TemplateToken where = take();
        const bool floors = sign == u"//";
        const Kind kind = sign == u"**" ? Kind::Power : level < 3 ? Kind::Sum : Kind::Product;
        // These two are calls in the host language: what stands inside them stays inside.
        if (kind == Kind::Power || floors)
            left = inHostOrder(std::move(left));
        if (left->kind != kind || left->names.isEmpty() || left->names.first() != sign || floors) {
            if (floors && links > nestingLimit)
                fail(trSyntax("this is nested too deeply"), where);
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

TemplateExpressionPtr TemplateParser::parseUnary(bool withFilters)
{
    TemplateExpressionPtr value;
    if (peek().isOperator(u"-") || peek().isOperator(u"+")) {
        const auto up = qScopeGuard([this] { --m_depth; });
        const TemplateToken sign = take();
        value = node(sign.text == u"-" ? Kind::Negative : Kind::Positive, sign);
        if (deeper())
            value->parts.push_back(parseUnary(false));
    } else {
        value = parsePrimary();
    }
    return withFilters ? parseFilters(std::move(value)) : std::move(value);
}

TemplateExpressionPtr TemplateParser::parseFilters(TemplateExpressionPtr value)
{
    for (int links = 0; skipOperator(u"|"); ++links) {
        if (links > nestingLimit)
            fail(trSyntax("this is nested too deeply"), peek());
        TemplateExpressionPtr filter = node(Kind::Filter, peek());
        filter->parts.push_back(std::move(value));
        filter->text = requireName(trSyntax("a filter's name is missing"));
        while (skipOperator(u"."))
            filter->text += u'.' + requireName(trSyntax("a filter's name is missing"));
        if (peek().isOperator(u"("))
            parseArguments(*filter);
        value = std::move(filter);
    }
    return value;
}

TemplateExpressionPtr TemplateParser::parsePrimary()
{
    const TemplateToken token = peek();
    TemplateExpressionPtr value;
    switch (token.type) {
    case Type::Text:
        value = node(Kind::Text, take(), token.text);
        break;
    case Type::Number:
        value = node(Kind::Number, take());
        value->number = token.text.toDouble();
        break;
    case Type::True:
    case Type::False:
        value = node(Kind::Boolean, take());
        value->number = token.type == Type::True;
        break;
    case Type::None:
        value = node(Kind::None, take());
        break;
    case Type::Pattern:
        value = node(Kind::Pattern, take(), token.text);
        value->names.append(token.flags);
        break;
    case Type::Name:
        value = node(Kind::Name, take(), token.text);
        break;
    default:
        value = parseBrackets();
    }
    return parsePostfix(std::move(value));
}

TemplateExpressionPtr TemplateParser::parseBrackets()
{
    const TemplateToken token = peek();
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
        fail(shown, token);
        return value;
    }
    take();
    while (!failed() && !skipOperator(end)) {
        if (!value->parts.empty() && !skipOperator(u",")) {
            fail(trSyntax("expected a comma here"), peek());
            break;
        }
        if (value->kind == Kind::Object) {
            const TemplateToken key = take();
            if (key.type != Type::Name && key.type != Type::Text)
                fail(trSyntax("an object's keys are names or texts"), key);
            value->names.append(key.text);
            if (!skipOperator(u":"))
                fail(trSyntax("expected a colon here"), peek());
        }
        value->parts.push_back(parseExpression());
    }
    if (value->kind == Kind::Group && value->parts.empty())
        fail(trSyntax("these brackets are empty"), token);
    return value;
}

TemplateExpressionPtr TemplateParser::parsePostfix(TemplateExpressionPtr value)
{
    for (int links = 0; !failed(); ++links) {
        const TemplateToken where = peek();
        TemplateExpressionPtr outer;
        if (where.isOperator(u"(")) {
            if (value->kind == Kind::Name && value->text == u"super" && m_blockDepth > 0) {
                m_sawSuper = true;
                outer = node(Kind::Super, where);
                parseArguments(*outer);
                value = std::move(outer);
                continue;
            }
            outer = node(Kind::Call, where);
            outer->parts.push_back(std::move(value));
            parseArguments(*outer);
        } else if (where.isOperator(u"[")) {
            outer = node(Kind::Lookup, where);
            outer->parts.push_back(std::move(value));
            take();
            outer->parts.push_back(parseExpression());
            if (!skipOperator(u"]"))
                fail(trSyntax("expected “]” here"), peek());
        } else if (where.isOperator(u".")) {
            take();
            const TemplateToken name = take();
            if (name.type != Type::Name)
                fail(trSyntax("a name is missing after the dot"), name);
            outer = node(Kind::Lookup, where);
            outer->parts.push_back(std::move(value));
            outer->parts.push_back(node(Kind::Text, name, name.text));
        } else {
            break;
        }
        if (links > nestingLimit)
            fail(trSyntax("this is nested too deeply"), where);
        value = std::move(outer);
    }
    return value;
}

// Named arguments come last in the tree, wherever they stood.
void TemplateParser::parseArguments(TemplateExpression &call)
{
    take();
    std::vector<TemplateExpressionPtr> named;
    for (bool first = true; !failed() && !skipOperator(u")"); first = false) {
        if (!first && !skipOperator(u",")) {
            fail(trSyntax("expected a comma here"), peek());
            break;
        }
        TemplateExpressionPtr value = parseExpression();
        if (skipOperator(u"=")) {
            if (value->kind != Kind::Name && value->kind != Kind::Text)
                fail(trSyntax("an argument's name is missing"), peek());
            call.names.append(value->text);
            named.push_back(parseExpression());
        } else {
            call.parts.push_back(std::move(value));
        }
    }
    for (TemplateExpressionPtr &value : named)
        call.parts.push_back(std::move(value));
}

} // namespace snug
