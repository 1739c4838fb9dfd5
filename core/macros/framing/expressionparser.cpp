#include "core/macros/framing/expressionparser.h"

#include "core/macros/framing/expressionvalues.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

constexpr int depthLimit = 150;

using Node = ExpressionNode;
using Parsed = std::optional<Node>;

class ExpressionParser
{
public:
    explicit ExpressionParser(const QList<ExpressionToken> &tokens)
        : m_tokens(tokens)
    {
    }

    Parsed parse()
    {
        Parsed node = parseTuple();
        return node && current().kind == ExpressionToken::Kind::End ? node : std::nullopt;
    }

private:
    const ExpressionToken &current() const { return m_tokens[m_position]; }
    bool isSign(QStringView sign) const
    {
        return current().kind == ExpressionToken::Kind::Sign && current().text == sign;
    }
    bool isWord(QStringView word) const
    {
        return current().kind == ExpressionToken::Kind::Name && current().text == word;
    }
    bool takeSign(QStringView sign)
    {
        const bool isHere = isSign(sign);
        m_position += isHere ? 1 : 0;
        return isHere;
    }
    bool takeWord(QStringView word)
    {
        const bool isHere = isWord(word);
        m_position += isHere ? 1 : 0;
        return isHere;
    }

    Parsed parseTuple();
    Parsed parseChoice();
    Parsed parseChain(Node::Kind kind, QStringView word, Parsed (ExpressionParser::*inner)());
    Parsed parseOr() { return parseChain(Node::Kind::Or, u"or", &ExpressionParser::parseAnd); }
    Parsed parseAnd() { return parseChain(Node::Kind::And, u"and", &ExpressionParser::parseNot); }
    Parsed parseNot();
    Parsed parseComparison();
    QString takeComparison();
    Parsed parseBinary(const QStringList &signs, Parsed (ExpressionParser::*inner)());
    Parsed parseExclusive() { return parseBinary({u"^"_s}, &ExpressionParser::parseSum); }
    Parsed parseSum() { return parseBinary({u"+"_s, u"-"_s}, &ExpressionParser::parseProduct); }
    Parsed parseProduct()
    {
        return parseBinary({u"*"_s, u"//"_s, u"/"_s, u"%"_s}, &ExpressionParser::parseFactor);
    }
    Parsed parseFactor();
    Parsed parsePrimary();
    Parsed parseAtom();
    Parsed parseCall(const QString &name);
    Parsed parseVariable();
    Parsed parseBracketed();
    bool parseItems(QStringView end, QList<Node> &items);
    Parsed parseDictionary();

    const QList<ExpressionToken> &m_tokens;
    qsizetype m_position = 0;
    int m_depth = 0;
};

Parsed ExpressionParser::parseTuple()
{
    Parsed first = parseChoice();
    if (!first || !isSign(u","))
        return first;
    Node list{.kind = Node::Kind::List, .parts = {*first}};
    while (takeSign(u",")) {
        if (current().kind == ExpressionToken::Kind::End || isSign(u")"))
            break;
        Parsed next = parseChoice();
        if (!next)
            return std::nullopt;
        list.parts.append(*next);
    }
    return list;
}

Parsed ExpressionParser::parseChoice()
{
    if (++m_depth > depthLimit)
        return std::nullopt;
    Parsed value = parseOr();
    if (value && takeWord(u"if")) {
        Parsed condition = parseOr();
        if (!condition || !takeWord(u"else"))
            return std::nullopt;
        Parsed otherwise = parseChoice();
        if (!otherwise)
            return std::nullopt;
        value = Node{.kind = Node::Kind::Choice, .parts = {*value, *condition, *otherwise}};
    }
    --m_depth;
    return value;
}

Parsed ExpressionParser::parseChain(Node::Kind kind, QStringView word, Parsed (ExpressionParser::*inner)())
{
    Parsed first = (this->*inner)();
    if (!first || !isWord(word))
        return first;
    Node chain{.kind = kind, .parts = {*first}};
    while (takeWord(word)) {
        Parsed next = (this->*inner)();
        if (!next)
            return std::nullopt;
        chain.parts.append(*next);
    }
    return chain;
}

Parsed ExpressionParser::parseNot()
{
    if (!takeWord(u"not"))
        return parseComparison();
    if (++m_depth > depthLimit)
        return std::nullopt;
    const Parsed inner = parseNot();
    --m_depth;
    return inner ? Parsed(Node{.kind = Node::Kind::Not, .parts = {*inner}}) : std::nullopt;
}

// The next comparison's sign; empty if there is none.
QString ExpressionParser::takeComparison()
{
    for (const QStringView sign : {u"==", u"!=", u"<=", u">=", u"<", u">"}) {
        if (takeSign(sign))
            return sign.toString();
    }
    if (takeWord(u"in"))
        return u"in"_s;
    if (takeWord(u"is"))
        return takeWord(u"not") ? u"is not"_s : u"is"_s;
    if (isWord(u"not") && m_tokens.value(m_position + 1).text == u"in") {
        m_position += 2;
        return u"not in"_s;
    }
    return {};
}

Parsed ExpressionParser::parseComparison()
{
    Parsed first = parseExclusive();
    if (!first)
        return std::nullopt;
    Node chain{.kind = Node::Kind::Comparison, .parts = {*first}};
    for (QString sign = takeComparison(); !sign.isEmpty(); sign = takeComparison()) {
        Parsed next = parseExclusive();
        if (!next)
            return std::nullopt;
        chain.words.append(sign);
        chain.parts.append(*next);
    }
    return chain.words.isEmpty() ? first : chain;
}

Parsed ExpressionParser::parseBinary(const QStringList &signs, Parsed (ExpressionParser::*inner)())
{
    Parsed first = (this->*inner)();
    if (!first)
        return std::nullopt;
    // Side by side, not inside each other: a long sum is no deep one.
    Node chain{.kind = Node::Kind::Binary, .parts = {*first}};
    for (;;) {
        const auto sign = std::ranges::find_if(signs, [&](const QString &each) { return isSign(each); });
        if (sign == signs.cend())
            break;
        ++m_position;
        Parsed right = (this->*inner)();
        if (!right)
            return std::nullopt;
        chain.words.append(*sign);
        chain.parts.append(*right);
    }
    return chain.words.isEmpty() ? first : chain;
}

Parsed ExpressionParser::parseFactor()
{
    if (!isSign(u"-") && !isSign(u"+"))
        return parsePrimary();
    if (++m_depth > depthLimit)
        return std::nullopt;
    const bool isNegative = isSign(u"-");
    ++m_position;
    const Parsed inner = parseFactor();
    --m_depth;
    if (!inner)
        return std::nullopt;
    return Node{.kind = isNegative ? Node::Kind::Negative : Node::Kind::Positive, .parts = {*inner}};
}

Parsed ExpressionParser::parsePrimary()
{
    Parsed base = parseAtom();
    if (!base || !takeSign(u"**"))
        return base;
    if (++m_depth > depthLimit)
        return std::nullopt;
    Parsed exponent = parseFactor();
    --m_depth;
    if (!exponent)
        return std::nullopt;
    return Node{.kind = Node::Kind::Binary, .words = {u"**"_s}, .parts = {*base, *exponent}};
}

Parsed ExpressionParser::parseAtom()
{
    const ExpressionToken token = current();
    if (token.kind == ExpressionToken::Kind::End)
        return std::nullopt;
    Parsed atom;
    if (token.kind == ExpressionToken::Kind::Sign) {
        atom = parseBracketed();
    } else {
        ++m_position;
        if (token.kind == ExpressionToken::Kind::Value)
            atom = Node{.value = token.value};
        else if (token.text == u"True" || token.text == u"False")
            atom = Node{.value = Json(token.text == u"True")};
        else if (token.text == u"None")
            atom = Node{.value = Json::null()};
        else if (isSign(u"("))
            return parseCall(token.text);
        else if (token.text == u"vars" && isSign(u"["))
            return parseVariable();
        else if (QStringList{u"and"_s, u"or"_s, u"not"_s, u"in"_s, u"is"_s, u"if"_s, u"else"_s}.contains(
                     token.text))
            return std::nullopt;
        else
            atom = Node{.kind = Node::Kind::Name, .words = {token.text}};
    }
    // Nothing but a function is called and nothing but vars has an index.
    return isSign(u"(") || isSign(u"[") ? std::nullopt : atom;
}

Parsed ExpressionParser::parseBracketed()
{
    if (++m_depth > depthLimit)
        return std::nullopt;
    Parsed result;
    if (takeSign(u"(")) {
        if (takeSign(u")"))
            result = Node{.kind = Node::Kind::List};
        else if (result = parseTuple(); result && !takeSign(u")"))
            result.reset();
    } else if (takeSign(u"[")) {
        Node list{.kind = Node::Kind::List};
        if (parseItems(u"]", list.parts))
            result = list;
    } else if (takeSign(u"{")) {
        result = parseDictionary();
    }
    --m_depth;
    return result;
}

bool ExpressionParser::parseItems(QStringView end, QList<Node> &items)
{
    while (!takeSign(end)) {
        const Parsed item = parseChoice();
        if (!item)
            return false;
        items.append(*item);
        if (!takeSign(u",") && !isSign(end))
            return false;
    }
    return true;
}

Parsed ExpressionParser::parseDictionary()
{
    Node dictionary{.kind = Node::Kind::Dictionary};
    while (!takeSign(u"}")) {
        const Parsed key = parseChoice();
        if (!key || !takeSign(u":"))
            return std::nullopt;
        const Parsed value = parseChoice();
        if (!value)
            return std::nullopt;
        dictionary.parts << *key << *value;
        if (!takeSign(u",") && !isSign(u"}"))
            return std::nullopt;
    }
    return dictionary;
}

Parsed ExpressionParser::parseCall(const QString &name)
{
    if (!isFunctionName(name) && name != u"getvar" && name != u"setvar")
        return std::nullopt;
    takeSign(u"(");
    Node call{.kind = Node::Kind::Call, .words = {name}};
    while (!takeSign(u")")) {
        const bool isKeyword = current().kind == ExpressionToken::Kind::Name &&
                               m_tokens.value(m_position + 1).kind == ExpressionToken::Kind::Sign &&
                               m_tokens.value(m_position + 1).text == u"=";
        if (isKeyword) {
            call.words.append(current().text);
            m_position += 2;
        } else if (call.words.size() > 1) {
            return std::nullopt;
        }
        const Parsed argument = parseChoice();
        if (!argument)
            return std::nullopt;
        call.parts.append(*argument);
        if (!takeSign(u",") && !isSign(u")"))
            return std::nullopt;
    }
    return isSign(u"(") || isSign(u"[") ? std::nullopt : Parsed(call);
}

Parsed ExpressionParser::parseVariable()
{
    takeSign(u"[");
    const Parsed path = parseChoice();
    if (!path || !takeSign(u"]") || isSign(u"(") || isSign(u"["))
        return std::nullopt;
    return Node{.kind = Node::Kind::Variable, .parts = {*path}};
}

} // namespace

std::optional<ExpressionNode> parsedExpression(const QList<ExpressionToken> &tokens)
{
    return ExpressionParser(tokens).parse();
}

} // namespace snug::framing
