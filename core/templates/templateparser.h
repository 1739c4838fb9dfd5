// Template text -> syntax tree. See docs/systems/hologram.md.
#pragma once

#include "core/templates/templatelexer.h"
#include "core/templates/templatetree.h"

#include <optional>

namespace snug {

// Fails with Syntax or DuplicateBlock, naming line and column.
TemplateResult<TemplateTreePtr> parseTemplate(QStringView source);

// One use: parse().
class TemplateParser
{
public:
    explicit TemplateParser(QStringView source)
        : m_lexer(source)
    {
    }

    TemplateResult<TemplateTreePtr> parse();

private:
    using Kind = TemplateExpression::Kind;
    using Type = TemplateToken::Type;

    // Tokens. After the first failure every token is End and every result is thrown away.
    const TemplateToken &peek();
    TemplateToken take();
    bool skipName(QStringView name);
    bool skipOperator(QStringView sign);
    bool fail(const QString &reason, const TemplateToken &where, const QString &rule = {});
    bool failed() const { return m_error.has_value(); }

    // Statements.
    TemplateBody parseBody(const QStringList &until);
    void parseText(TemplateBody &body);
    bool parseTag(TemplateBody &body, const QStringList &until); // false: one of `until` comes
    void parseIf(TemplateStatement &statement);
    void parseFor(TemplateStatement &statement, const QString &tag, const QString &end);
    void parseSet(TemplateStatement &statement);
    void parseMacro(TemplateStatement &statement);
    void parseCall(TemplateStatement &statement);
    void parseBlock(TemplateStatement &statement);
    void parseImport(TemplateStatement &statement);
    void parseFrom(TemplateStatement &statement);
    void parseSwitch(TemplateStatement &statement);
    void parseFilterTag(TemplateStatement &statement);
    void endTag(const QString &tag);       // the tag's closing %}
    void endTagNamed(const QString &name); // name and %}
    QString requireName(const QString &what);
    TemplateMacro signature(bool required);

    // Expressions, loosest first.
    TemplateExpressionPtr parseExpression();
    TemplateExpressionPtr parseOr();
    TemplateExpressionPtr parseAnd();
    TemplateExpressionPtr parseNot();
    TemplateExpressionPtr parseIn();
    TemplateExpressionPtr parseIs();
    TemplateExpressionPtr parseCompare();
    TemplateExpressionPtr parseArithmetic(int level);
    TemplateExpressionPtr parseUnary(bool withFilters);
    TemplateExpressionPtr parseFilters(TemplateExpressionPtr value);
    TemplateExpressionPtr parsePrimary();
    TemplateExpressionPtr parseBrackets();
    TemplateExpressionPtr parsePostfix(TemplateExpressionPtr value);
    void parseArguments(TemplateExpression &call);
    TemplateExpressionPtr node(Kind kind, const TemplateToken &where, QString text = {}) const;
    bool deeper();

    TemplateLexer m_lexer;
    std::optional<TemplateToken> m_next;
    std::optional<TemplateError> m_error;
    std::shared_ptr<TemplateTree> m_tree = std::make_shared<TemplateTree>();
    int m_depth = 0;
    int m_tagDepth = 0;
    int m_loops = 0;      // for loops around this place, inside the same macro or block
    int m_blockDepth = 0; // blocks around this place
    bool m_sawSuper = false;
    bool m_stripNext = false; // a dash stood at the end of the tag before
};

} // namespace snug
