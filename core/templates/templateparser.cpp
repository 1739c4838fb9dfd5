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
    if (m_tokens.failed())
        return std::unexpected(m_tokens.error());
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

TemplateBody TemplateParser::parseBody(const QStringList &until)
{
    TemplateBody body;
    const auto up = qScopeGuard([this] { --m_tagDepth; });
    if (++m_tagDepth > tagNestingLimit)
        m_tokens.fail(trTemplateParser("tags are nested too deeply"), m_tokens.peek());
    while (!m_tokens.failed()) {
        const TemplateToken &token = m_tokens.peek();
        if (token.type == Type::End) {
            if (!until.isEmpty())
                m_tokens.fail(trTemplateParser("“%1” is missing").arg(until.last()), token);
            break;
        }
        if (token.type == Type::BlockStart) {
            m_stripNext = false;
            m_tokens.take();
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
    TemplateToken token = m_tokens.take();
    TemplateStatement statement{TemplateStatement::Kind::Data, token.line, token.column};
    if (token.type == Type::Comment) {
        m_stripNext = token.text.at(token.text.size() - 3) == u'-';
    } else if (token.type == Type::OutputStart) {
        statement.kind = TemplateStatement::Kind::Output;
        statement.expressions.push_back(m_expressions.expression());
        m_stripNext = false;
        const TemplateToken end = m_tokens.take();
        if (end.type != Type::OutputEnd)
            m_tokens.fail(trTemplateParser("expected “}}” here"), end);
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
        const TemplateToken &next = m_tokens.peek();
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
    const TemplateToken tag = m_tokens.peek();
    if (tag.type != Type::Name)
        return m_tokens.fail(trTemplateParser("a tag's name is missing"), tag);
    if (until.contains(tag.text))
        return false;
    m_tokens.take();
    TemplateStatement statement{TemplateStatement::Kind::Data, tag.line, tag.column};
    if (tag.text == u"raw" || tag.text == u"verbatim") {
        endTag(tag.text);
        if (!m_tokens.failed()) {
            statement.text = m_tokens.rawText(tag.text);
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
        statement.expressions.push_back(m_expressions.expression());
        if (statement.kind == TemplateStatement::Kind::Include && m_tokens.skipName(u"ignore"))
            statement.ignoresMissing = m_tokens.skipName(u"missing");
        endTag(tag.text);
    } else {
        return m_tokens.fail(trTemplateParser("there is no tag “%1”").arg(tag.text), tag, u"unknown_tag"_s);
    }
    body.push_back(std::move(statement));
    return true;
}

void TemplateParser::endTag(const QString &tag)
{
    const TemplateToken token = m_tokens.take();
    if (token.type != Type::BlockEnd)
        m_tokens.fail(trTemplateParser("expected “%}” at the end of “%1”").replace(u"%1"_s, tag), token);
    m_stripNext = token.dash;
}

void TemplateParser::endTagNamed(const QString &name)
{
    if (!m_tokens.skipName(name))
        m_tokens.fail(trTemplateParser("“%1” is missing").arg(name), m_tokens.peek());
    endTag(name);
}

void TemplateParser::parseIf(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::If;
    QString tag = u"if"_s;
    while (!m_tokens.failed()) {
        statement.expressions.push_back(m_expressions.expression());
        endTag(tag);
        statement.bodies.push_back(parseBody({u"elif"_s, u"elseif"_s, u"else"_s, u"endif"_s}));
        const TemplateToken next = m_tokens.take();
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
        statement.names.append(m_tokens.requireName(trTemplateParser("a loop needs a name")));
    while (m_tokens.skipOperator(u","));
    if (!m_tokens.skipName(u"in"))
        m_tokens.fail(trTemplateParser("expected “in” here"), m_tokens.peek());
    statement.expressions.push_back(m_expressions.expression());
    endTag(tag);
    ++m_loops;
    statement.bodies.push_back(parseBody({u"else"_s, end}));
    if (m_tokens.skipName(u"else")) {
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
        statement.names.append(m_tokens.requireName(trTemplateParser("“set” needs a name")));
    while (m_tokens.skipOperator(u","));
    if (m_tokens.skipOperator(u"=")) {
        statement.expressions.push_back(m_expressions.expression());
        endTag(u"set"_s);
        return;
    }
    const TemplateToken token = m_tokens.take();
    if (token.type != Type::BlockEnd)
        m_tokens.fail(trTemplateParser("expected “=” or the end of the tag here"), token);
    statement.bodies.push_back(parseBody({u"endset"_s}));
    endTagNamed(u"endset"_s);
}

TemplateMacro TemplateParser::signature(bool required)
{
    TemplateMacro macro;
    if (!m_tokens.skipOperator(u"(")) {
        if (required)
            m_tokens.fail(trTemplateParser("expected “(” here"), m_tokens.peek());
        return macro;
    }
    while (!m_tokens.failed() && !m_tokens.skipOperator(u")")) {
        if (!(macro.arguments.isEmpty() && macro.defaultNames.isEmpty()) && !m_tokens.skipOperator(u",")) {
            m_tokens.fail(trTemplateParser("expected a comma here"), m_tokens.peek());
            break;
        }
        const QString name = m_tokens.requireName(trTemplateParser("a parameter needs a name"));
        if (m_tokens.skipOperator(u"=")) {
            macro.defaultNames.append(name);
            macro.defaults.push_back(m_expressions.expression());
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
    const QString name = m_tokens.requireName(trTemplateParser("a macro needs a name"));
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
    const TemplateToken start = m_tokens.peek();
    TemplateExpressionPtr call = m_expressions.primary();
    if (!m_tokens.failed() && (!call || call->kind != Kind::Call))
        m_tokens.fail(trTemplateParser("“call” needs something to call, with brackets"), start);
    endTag(u"call"_s);
    ++m_loops;
    body->body = parseBody({u"endcall"_s});
    --m_loops;
    endTagNamed(u"endcall"_s);
    if (m_tokens.failed())
        return;
    TemplateExpressionPtr caller = ExpressionSyntax::node(Kind::Caller, start);
    caller->macro = std::move(body);
    call->names.append(u"caller"_s);
    call->parts.push_back(std::move(caller));
    statement.expressions.push_back(std::move(call));
}

void TemplateParser::parseBlock(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Block;
    const QString name = m_tokens.requireName(trTemplateParser("a block needs a name"));
    statement.names = {name};
    endTag(u"block"_s);
    statement.isTopLevel = m_supers.blockDepth == 0;
    const int loops = std::exchange(m_loops, 0);
    const bool outerSuper = std::exchange(m_supers.isSeen, false);
    ++m_supers.blockDepth;
    statement.bodies.push_back(parseBody({u"endblock"_s}));
    --m_supers.blockDepth;
    statement.usesSuper = statement.isTopLevel && m_supers.isSeen;
    m_supers.isSeen = m_supers.isSeen || outerSuper;
    m_loops = loops;
    if (!m_tokens.skipName(u"endblock"))
        m_tokens.fail(trTemplateParser("“%1” is missing").arg(u"endblock"_s), m_tokens.peek());
    m_tokens.skipName(name);
    endTag(u"endblock"_s);
}

void TemplateParser::parseImport(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Import;
    statement.expressions.push_back(m_expressions.expression());
    if (!m_tokens.skipName(u"as"))
        m_tokens.fail(trTemplateParser("expected “as” here"), m_tokens.peek());
    statement.names.append(m_tokens.requireName(trTemplateParser("expected a name here")));
    for (const QStringView with : {u"with", u"without"}) {
        if (m_tokens.skipName(with)) {
            statement.withContext = with == u"with";
            if (!m_tokens.skipName(u"context"))
                m_tokens.fail(trTemplateParser("expected “context” here"), m_tokens.peek());
            break;
        }
    }
    endTag(u"import"_s);
}

void TemplateParser::parseFrom(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::From;
    statement.expressions.push_back(m_expressions.expression());
    if (!m_tokens.skipName(u"import"))
        m_tokens.fail(trTemplateParser("expected “import” here"), m_tokens.peek());
    while (!m_tokens.failed() && m_tokens.peek().type != Type::BlockEnd) {
        if (!statement.names.isEmpty() && !m_tokens.skipOperator(u",")) {
            m_tokens.fail(trTemplateParser("expected a comma here"), m_tokens.peek());
            break;
        }
        const TemplateToken where = m_tokens.peek();
        const QString name = m_tokens.requireName(trTemplateParser("expected a name here"));
        if (name.startsWith(u'_'))
            m_tokens.fail(trTemplateParser("names that begin with _ cannot be imported"), where);
        statement.names << name
                        << (m_tokens.skipName(u"as")
                                ? m_tokens.requireName(trTemplateParser("expected a name here"))
                                : name);
        for (const QStringView with : {u"with", u"without"}) {
            if (m_tokens.skipName(with)) {
                statement.withContext = with == u"with";
                if (!m_tokens.skipName(u"context"))
                    m_tokens.fail(trTemplateParser("expected “context” here"), m_tokens.peek());
            }
        }
    }
    if (statement.names.isEmpty())
        m_tokens.fail(trTemplateParser("expected a name here"), m_tokens.peek());
    endTag(u"from"_s);
}

void TemplateParser::parseSwitch(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Switch;
    const QStringList parts{u"case"_s, u"default"_s, u"endswitch"_s};
    statement.expressions.push_back(m_expressions.expression());
    endTag(u"switch"_s);
    parseBody(parts); // what stands before the first case is nobody's
    do {
        if (!m_tokens.skipName(u"case")) {
            m_tokens.fail(trTemplateParser("“switch” needs a “case”"), m_tokens.peek());
            return;
        }
        statement.expressions.push_back(m_expressions.expression());
        endTag(u"case"_s);
        statement.bodies.push_back(parseBody(parts));
    } while (!m_tokens.failed() && m_tokens.peek().isName(u"case"));
    if (m_tokens.skipName(u"default")) {
        endTag(u"default"_s);
        statement.bodies.push_back(parseBody({u"endswitch"_s}));
    }
    endTagNamed(u"endswitch"_s);
}

void TemplateParser::parseFilterTag(TemplateStatement &statement)
{
    statement.kind = TemplateStatement::Kind::Filter;
    TemplateExpressionPtr filter = ExpressionSyntax::node(Kind::Filter, m_tokens.peek());
    filter->text = m_tokens.requireName(trTemplateParser("a filter's name is missing"));
    while (m_tokens.skipOperator(u"."))
        filter->text += u'.' + m_tokens.requireName(trTemplateParser("a filter's name is missing"));
    if (m_tokens.peek().isOperator(u"("))
        m_expressions.arguments(*filter);
    endTag(u"filter"_s);
    statement.expressions.push_back(std::move(filter));
    statement.bodies.push_back(parseBody({u"endfilter"_s}));
    endTagNamed(u"endfilter"_s);
}

} // namespace snug
