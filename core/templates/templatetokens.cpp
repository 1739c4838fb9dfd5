#include "core/templates/templatetokens.h"

namespace snug {

const TemplateToken &TemplateTokens::peek()
{
    if (!m_next) {
        TemplateResult<TemplateToken> token = m_lexer.next();
        if (!token && !failed())
            m_error = token.error();
        m_next = token && !failed() ? *token : TemplateToken{};
    }
    return *m_next;
}

TemplateToken TemplateTokens::take()
{
    TemplateToken token = peek();
    m_next.reset();
    return token;
}

bool TemplateTokens::skipName(QStringView name)
{
    const bool there = peek().isName(name);
    if (there)
        take();
    return there;
}

bool TemplateTokens::skipOperator(QStringView sign)
{
    const bool there = peek().isOperator(sign);
    if (there)
        take();
    return there;
}

QString TemplateTokens::requireName(const QString &what)
{
    const TemplateToken token = take();
    if (token.type != TemplateToken::Type::Name)
        fail(what, token);
    return token.text;
}

QString TemplateTokens::rawText(const QString &tag)
{
    const QString text = m_lexer.rawText(tag);
    m_next.reset();
    return text;
}

bool TemplateTokens::fail(const QString &reason, const TemplateToken &where, const QString &rule)
{
    if (!failed()) {
        m_error = TemplateError{TemplateError::Kind::Syntax, reason, {}, where.line, where.column};
        m_error->rule = rule;
    }
    m_next = TemplateToken{};
    return false;
}

} // namespace snug
