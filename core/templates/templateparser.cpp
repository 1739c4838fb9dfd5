#include "core/templates/templateparser.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>
#include <QScopeGuard>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Deeper nesting is refused; it bounds the stack of parser and renderer.
constexpr int tagNestingLimit = 100;

QString trTemplateParser(const char *text)
{
    return QCoreApplication::translate("TemplateParser", text);
}

void collectBlocks(const TemplateBody &body, std::vector<const TemplateStatement *> &blocks)
{
    for (const TemplateStatement &statement : body) {
        if (statement.kind == TemplateStatement::Kind::Block)
            blocks.push_back(&statement);
        for (const TemplateBody &inner : statement.bodies)
            collectBlocks(inner, blocks);
        if (statement.macro)
            collectBlocks(statement.macro->body, blocks);
        for (const TemplateExpressionPtr &expression : statement.expressions) {
            if (expression && expression->kind == TemplateExpression::Kind::Call) {
                for (const TemplateExpressionPtr &part : expression->parts) {
                    if (part && part->macro)
                        collectBlocks(part->macro->body, blocks);
                }
            }
        }
    }
}

// Nothing here waits for anything, so that the engine's asynchronous loops are loops like others.
QString loopEnd(const QString &tag)
{
    return tag == u"for"         ? u"endfor"_s
           : tag == u"asyncEach" ? u"endeach"_s
           : tag == u"asyncAll"  ? u"endall"_s
                                 : QString();
}

} // namespace

TemplateResult<TemplateTreePtr> parseTemplate(QStringView source)
{
    return TemplateParser(source).parse();
}

TemplateResult<TemplateTreePtr> TemplateParser::parse()
{
    m_tree->body = parseBody({});
    if (failed())
        return std::unexpected(*m_error);
    collectBlocks(m_tree->body, m_tree->blocks);
    for (size_t i = 0; i < m_tree->blocks.size(); ++i) {
        const TemplateStatement &block = *m_tree->blocks[i];
        for (size_t j = 0; j < i; ++j) {
            if (m_tree->blocks[j]->names == block.names) {
                return std::unexpected(
                    TemplateError{TemplateError::Kind::DuplicateBlock,
                                  trTemplateParser("the block “%1” is there twice").arg(block.names[0]),
                                  {},
                                  block.line,
                                  block.column,
                                  block.names[0]});
            }
        }
    }
    for (const TemplateStatement &statement : m_tree->body)
        m_tree->extends = m_tree->extends || statement.kind == TemplateStatement::Kind::Extends;
    return m_tree;
}

const TemplateToken &TemplateParser::peek()
{
    if (!m_next) {
        TemplateResult<TemplateToken> token = m_lexer.next();
        if (!token && !failed())
            m_error = token.error();
        m_next = token && !failed() ? *token : TemplateToken{};
    }
    return *m_next;
}

TemplateToken TemplateParser::take()
{
    TemplateToken token = peek();
    m_next.reset();
    return token;
}

bool TemplateParser::skipName(QStringView name)
{
    const bool there = peek().isName(name);
    if (there)
        take();
    return there;
}

bool TemplateParser::skipOperator(QStringView sign)
{
    const bool there = peek().isOperator(sign);
    if (there)
        take();
    return there;
}

bool TemplateParser::fail(const QString &reason, const TemplateToken &where, const QString &rule)
{
    if (!failed()) {
        m_error = TemplateError{TemplateError::Kind::Syntax, reason, {}, where.line, where.column};
        m_error->rule = rule;
    }
    m_next = TemplateToken{};
    return false;
}

TemplateBody TemplateParser::parseBody(const QStringList &until)
{
    TemplateBody body;
    const auto up = qScopeGuard([this] { --m_tagDepth; });
    if (++m_tagDepth > tagNestingLimit)
        fail(trTemplateParser("tags are nested too deeply"), peek());
    while (!failed()) {
        const TemplateToken &token = peek();
        if (token.type == Type::End) {
            if (!until.isEmpty())
                fail(trTemplateParser("“%1” is missing").arg(until.last()), token);
            break;
        }
        if (token.type == Type::BlockStart) {
            m_stripNext = false;
            take();
            if (!parseTag(body, until))
                break;
        } else {
            parseText(body);
        }
    }
    return body;
}

void TemplateParser::parseText(TemplateBody &body)
{
    TemplateToken token = take();
    TemplateStatement statement{TemplateStatement::Kind::Data, token.line, token.column};
    if (token.type == Type::Comment) {
        m_stripNext = token.text.at(token.text.size() - 3) == u'-';
    } else if (token.type == Type::OutputStart) {
        statement.kind = TemplateStatement::Kind::Output;
        statement.expressions.push_back(parseExpression());
        m_stripNext = false;
        const TemplateToken end = take();
        if (end.type != Type::OutputEnd)
            fail(trTemplateParser("expected “}}” here"), end);
        m_stripNext = end.dash;
        body.push_back(std::move(statement));
    } else {
        QStringView text = token.text;
        if (m_stripNext) {
            const QStringView kept = trimmedStart(text);
            statement.line += int(text.first(text.size() - kept.size()).count(u'\n'));
            text = kept;
        }
        m_stripNext = false;
        const TemplateToken &next = peek();
        const bool dashed = (next.type == Type::Comment && next.text.at(2) == u'-') ||
                            ((next.type == Type::BlockStart || next.type == Type::OutputStart) && next.dash);
        if (dashed)
            text = trimmedEnd(text);
        statement.text = text.toString();
        body.push_back(std::move(statement));
    }
}

bool TemplateParser::parseTag(TemplateBody &body, const QStringList &until)
{
    const TemplateToken tag = peek();
    if (tag.type != Type::Name)
        return fail(trTemplateParser("a tag's name is missing"), tag);
    if (until.contains(tag.text))
        return false;
    take();
    TemplateStatement statement{TemplateStatement::Kind::Data, tag.line, tag.column};
    if (tag.text == u"raw" || tag.text == u"verbatim") {
        endTag(tag.text);
        if (!failed()) {
            statement.text = m_lexer.rawText(tag.text);
            m_next.reset();
        }
    } else if (tag.text == u"if" || tag.text == u"ifAsync") {
        parseIf(statement);
    } else if (const QString end = loopEnd(tag.text); !end.isEmpty()) {
        parseFor(statement, tag.text, end);
    } else if (tag.text == u"set") {
        parseSet(statement);
    } else if (tag.text == u"macro") {
        parseMacro(statement);
    } else if (tag.text == u"call") {
        parseCall(statement);
    } else if (tag.text == u"block") {
        parseBlock(statement);
    } else if (tag.text == u"import") {
        parseImport(statement);
    } else if (tag.text == u"from") {
        parseFrom(statement);
    } else if (tag.text == u"switch") {
        parseSwitch(statement);
    } else if (tag.text == u"filter") {
        parseFilterTag(statement);
    } else if (tag.text == u"extends" || tag.text == u"include") {
        statement.kind =
            tag.text == u"extends" ? TemplateStatement::Kind::Extends : TemplateStatement::Kind::Include;
        statement.expressions.push_back(parseExpression());
        if (statement.kind == TemplateStatement::Kind::Include && skipName(u"ignore"))
            statement.ignoresMissing = skipName(u"missing");
        endTag(tag.text);
    } else {
        return fail(trTemplateParser("there is no tag “%1”").arg(tag.text), tag, u"unknown_tag"_s);
    }
    body.push_back(std::move(statement));
    return true;
}

void TemplateParser::endTag(const QString &tag)
{
    const TemplateToken token = take();
    if (token.type != Type::BlockEnd)
        fail(trTemplateParser("expected “%}” at the end of “%1”").replace(u"%1"_s, tag), token);
    m_stripNext = token.dash;
}

void TemplateParser::endTagNamed(const QString &name)
{
    if (!skipName(name))
        fail(trTemplateParser("“%1” is missing").arg(name), peek());
    endTag(name);
}

QString TemplateParser::requireName(const QString &what)
{
    const TemplateToken token = take();
    if (token.type != Type::Name)
        fail(what, token);
    return token.text;
}

void TemplateParser::parseIf(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::If;
    QString tag = u"if"_s;
    while (!failed()) {
        statement.expressions.push_back(parseExpression());
        endTag(tag);
        statement.bodies.push_back(parseBody({u"elif"_s, u"elseif"_s, u"else"_s, u"endif"_s}));
        const TemplateToken next = take();
        tag = next.text;
        if (tag == u"elif" || tag == u"elseif")
            continue;
        endTag(tag);
        if (tag == u"else") {
            statement.bodies.push_back(parseBody({u"endif"_s}));
            endTagNamed(u"endif"_s);
        }
        return;
    }
}

void TemplateParser::parseFor(TemplateStatement &statement, const QString &tag, const QString &end)
{
    statement.kind = TemplateStatement::Kind::For;
    do
        statement.names.append(requireName(trTemplateParser("a loop needs a name")));
    while (skipOperator(u","));
    if (!skipName(u"in"))
        fail(trTemplateParser("expected “in” here"), peek());
    statement.expressions.push_back(parseExpression());
    endTag(tag);
    ++m_loops;
    statement.bodies.push_back(parseBody({u"else"_s, end}));
    if (skipName(u"else")) {
        endTag(u"else"_s);
        statement.bodies.push_back(parseBody({end}));
    }
    --m_loops;
    endTagNamed(end);
}

void TemplateParser::parseSet(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Set;
    do
        statement.names.append(requireName(trTemplateParser("“set” needs a name")));
    while (skipOperator(u","));
    if (skipOperator(u"=")) {
        statement.expressions.push_back(parseExpression());
        endTag(u"set"_s);
        return;
    }
    const TemplateToken token = take();
    if (token.type != Type::BlockEnd)
        fail(trTemplateParser("expected “=” or the end of the tag here"), token);
    statement.bodies.push_back(parseBody({u"endset"_s}));
    endTagNamed(u"endset"_s);
}

TemplateMacro TemplateParser::signature(bool required)
{
    TemplateMacro macro;
    if (!skipOperator(u"(")) {
        if (required)
            fail(trTemplateParser("expected “(” here"), peek());
        return macro;
    }
    while (!failed() && !skipOperator(u")")) {
        if (!(macro.arguments.isEmpty() && macro.defaultNames.isEmpty()) && !skipOperator(u",")) {
            fail(trTemplateParser("expected a comma here"), peek());
            break;
        }
        const QString name = requireName(trTemplateParser("a parameter needs a name"));
        if (skipOperator(u"=")) {
            macro.defaultNames.append(name);
            macro.defaults.push_back(parseExpression());
        } else {
            macro.arguments.append(name);
        }
    }
    return macro;
}

void TemplateParser::parseMacro(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Macro;
    statement.isScoped = m_loops > 0;
    const QString name = requireName(trTemplateParser("a macro needs a name"));
    auto macro = std::make_shared<TemplateMacro>(signature(true));
    macro->name = name;
    endTag(u"macro"_s);
    const int loops = std::exchange(m_loops, 0);
    macro->body = parseBody({u"endmacro"_s});
    m_loops = loops;
    endTagNamed(u"endmacro"_s);
    statement.macro = std::move(macro);
}

void TemplateParser::parseCall(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Output;
    auto body = std::make_shared<TemplateMacro>(signature(false));
    const TemplateToken start = peek();
    TemplateExpressionPtr call = parsePrimary();
    if (!failed() && (!call || call->kind != Kind::Call))
        fail(trTemplateParser("“call” needs something to call, with brackets"), start);
    endTag(u"call"_s);
    ++m_loops;
    body->body = parseBody({u"endcall"_s});
    --m_loops;
    endTagNamed(u"endcall"_s);
    if (failed())
        return;
    TemplateExpressionPtr caller = node(Kind::Caller, start);
    caller->macro = std::move(body);
    call->names.append(u"caller"_s);
    call->parts.push_back(std::move(caller));
    statement.expressions.push_back(std::move(call));
}

void TemplateParser::parseBlock(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Block;
    const QString name = requireName(trTemplateParser("a block needs a name"));
    statement.names = {name};
    endTag(u"block"_s);
    statement.isTopLevel = m_blockDepth == 0;
    const int loops = std::exchange(m_loops, 0);
    const bool outerSuper = std::exchange(m_sawSuper, false);
    ++m_blockDepth;
    statement.bodies.push_back(parseBody({u"endblock"_s}));
    --m_blockDepth;
    statement.usesSuper = statement.isTopLevel && m_sawSuper;
    m_sawSuper = m_sawSuper || outerSuper;
    m_loops = loops;
    if (!skipName(u"endblock"))
        fail(trTemplateParser("“%1” is missing").arg(u"endblock"_s), peek());
    skipName(name);
    endTag(u"endblock"_s);
}

void TemplateParser::parseImport(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Import;
    statement.expressions.push_back(parseExpression());
    if (!skipName(u"as"))
        fail(trTemplateParser("expected “as” here"), peek());
    statement.names.append(requireName(trTemplateParser("expected a name here")));
    for (const QStringView with : {u"with", u"without"}) {
        if (skipName(with)) {
            statement.withContext = with == u"with";
            if (!skipName(u"context"))
                fail(trTemplateParser("expected “context” here"), peek());
            break;
        }
    }
    endTag(u"import"_s);
}

void TemplateParser::parseFrom(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::From;
    statement.expressions.push_back(parseExpression());
    if (!skipName(u"import"))
        fail(trTemplateParser("expected “import” here"), peek());
    while (!failed() && peek().type != Type::BlockEnd) {
        if (!statement.names.isEmpty() && !skipOperator(u",")) {
            fail(trTemplateParser("expected a comma here"), peek());
            break;
        }
        const TemplateToken where = peek();
        const QString name = requireName(trTemplateParser("expected a name here"));
        if (name.startsWith(u'_'))
            fail(trTemplateParser("names that begin with _ stay in their template"), where);
        statement.names << name
                        << (skipName(u"as") ? requireName(trTemplateParser("expected a name here")) : name);
        for (const QStringView with : {u"with", u"without"}) {
            if (skipName(with)) {
                statement.withContext = with == u"with";
                if (!skipName(u"context"))
                    fail(trTemplateParser("expected “context” here"), peek());
            }
        }
    }
    if (statement.names.isEmpty())
        fail(trTemplateParser("expected a name here"), peek());
    endTag(u"from"_s);
}

void TemplateParser::parseSwitch(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Switch;
    const QStringList parts{u"case"_s, u"default"_s, u"endswitch"_s};
    statement.expressions.push_back(parseExpression());
    endTag(u"switch"_s);
    parseBody(parts); // what stands before the first case is nobody's
    do {
        if (!skipName(u"case")) {
            fail(trTemplateParser("“switch” needs a “case”"), peek());
            return;
        }
        statement.expressions.push_back(parseExpression());
        endTag(u"case"_s);
        statement.bodies.push_back(parseBody(parts));
    } while (!failed() && peek().isName(u"case"));
    if (skipName(u"default")) {
        endTag(u"default"_s);
        statement.bodies.push_back(parseBody({u"endswitch"_s}));
    }
    endTagNamed(u"endswitch"_s);
}

void TemplateParser::parseFilterTag(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Filter;
    TemplateExpressionPtr filter = node(Kind::Filter, peek());
    filter->text = requireName(trTemplateParser("a filter's name is missing"));
    while (skipOperator(u"."))
        filter->text += u'.' + requireName(trTemplateParser("a filter's name is missing"));
    if (peek().isOperator(u"("))
        parseArguments(*filter);
    endTag(u"filter"_s);
    statement.expressions.push_back(std::move(filter));
    statement.bodies.push_back(parseBody({u"endfilter"_s}));
    endTagNamed(u"endfilter"_s);
}

} // namespace snug
