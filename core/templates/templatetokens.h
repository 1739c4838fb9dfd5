// The tokens of a template one after the other, and the first thing that is wrong with it.
#pragma once

#include "core/templates/templatelexer.h"

#include <optional>

namespace snug {

// After the first failure every token is End, and what comes of them is thrown away.
class TemplateTokens
{
public:
    explicit TemplateTokens(QStringView source)
        : m_lexer(source)
    {
    }

    const TemplateToken &peek();
    TemplateToken take();
    // Takes it if it is next.
    bool skipName(QStringView name);
    bool skipOperator(QStringView sign);
    // Fails with `what` if the next token is no name.
    QString requireName(const QString &what);
    // See TemplateLexer::rawText().
    QString rawText(const QString &tag);

    // Always false.
    bool fail(const QString &reason, const TemplateToken &where, const QString &rule = {});
    bool failed() const { return m_error.has_value(); }
    const TemplateError &error() const { return *m_error; }

private:
    TemplateLexer m_lexer;
    std::optional<TemplateToken> m_next;
    std::optional<TemplateError> m_error;
};

} // namespace snug
