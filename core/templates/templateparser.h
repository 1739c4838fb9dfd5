// Template text -> syntax tree. See docs/systems/hologram.md.
#pragma once

#include "core/templates/expressionsyntax.h"
#include "core/templates/templatetokens.h"
#include "core/templates/templatetree.h"

namespace snug {

// Fails with Syntax or DuplicateBlock, naming line and column.
TemplateResult<TemplateTreePtr> parseTemplate(QStringView source);

// One use: parse().
class TemplateParser
{
public:
    explicit TemplateParser(QStringView source)
        : m_tokens(source)
    {
    }

    TemplateResult<TemplateTreePtr> parse();

private:
    using Kind = TemplateExpression::Kind;
    using Type = TemplateToken::Type;

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
    TemplateMacro signature(bool required);

    TemplateTokens m_tokens;
    SuperCalls m_supers;
    ExpressionSyntax m_expressions{m_tokens, m_supers};
    std::shared_ptr<TemplateTree> m_tree = std::make_shared<TemplateTree>();
    int m_tagDepth = 0;
    int m_loops = 0;          // for loops around this place, inside the same macro or block
    bool m_stripNext = false; // a dash stood at the end of the tag before
};

} // namespace snug
