// The expressions in a template's tags: tokens -> tree, with the precedence of
// docs/systems/hologram.md#expressions.
#pragma once

#include "core/templates/templatetokens.h"
#include "core/templates/templatetree.h"

namespace snug {

// Calls of super(), which means something in a block alone.
struct SuperCalls
{
    int blockDepth = 0; // blocks around this place
    bool isSeen = false;
};

// What cannot be read fails in the tokens; what is given back then is thrown away.
class ExpressionSyntax
{
public:
    using Kind = TemplateExpression::Kind;

    // Both must outlive it.
    ExpressionSyntax(TemplateTokens &tokens, SuperCalls &supers)
        : m_tokens(tokens)
        , m_supers(supers)
    {
    }

    TemplateExpressionPtr expression();
    // A value with what is called or looked up in it, but no signs and no filters.
    TemplateExpressionPtr primary();
    // What stands in brackets behind what is called; the opening one is next.
    void arguments(TemplateExpression &call);
    static TemplateExpressionPtr node(Kind kind, const TemplateToken &where, QString text = {});

private:
    using Type = TemplateToken::Type;

    // Loosest first.
    TemplateExpressionPtr parseOr();
    TemplateExpressionPtr parseAnd();
    TemplateExpressionPtr parseNot();
    TemplateExpressionPtr parseIn();
    TemplateExpressionPtr parseIs();
    TemplateExpressionPtr parseCompare();
    TemplateExpressionPtr parseArithmetic(int level);
    TemplateExpressionPtr parseUnary(bool withFilters);
    TemplateExpressionPtr parseFilters(TemplateExpressionPtr value);
    TemplateExpressionPtr parseBrackets();
    TemplateExpressionPtr parsePostfix(TemplateExpressionPtr value);
    bool deeper();

    TemplateTokens &m_tokens;
    SuperCalls &m_supers;
    int m_depth = 0;
};

} // namespace snug
