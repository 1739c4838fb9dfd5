// Template text -> tokens, one at a time, because what a character means depends on where the parser
// is (text or tag). See docs/systems/hologram.md#expressions, docs/systems/hologram.md#white-space.
#pragma once

#include "core/templates/templateerror.h"

#include <QString>

namespace snug {

struct TemplateToken
{
    enum class Type : quint8 {
        End,
        Data,
        Comment,
        BlockStart,
        BlockEnd,
        OutputStart,
        OutputEnd,
        Text,
        Number,
        True,
        False,
        None,
        Pattern, // r/…/flags
        Name,
        Operator // brackets and punctuation too
    };

    Type type = Type::End;
    QString text = {};  // the token; of Text its value, of Pattern its body
    QString flags = {}; // of Pattern
    bool dash = false;  // a tag's end that strips, or begins with a dash
    int line = 1;
    int column = 1;

    bool is(Type wanted, QStringView value) const { return type == wanted && text == value; }
    bool isOperator(QStringView value) const { return is(Type::Operator, value); }
    bool isName(QStringView value) const { return is(Type::Name, value); }
};

class TemplateLexer
{
public:
    explicit TemplateLexer(QStringView source)
        : m_source(source)
    {
    }

    // After a failure every further token is End.
    TemplateResult<TemplateToken> next();
    // The text up to the matching end of a raw block, which is passed over; nothing is read where it
    // has no end.
    QString rawText(const QString &tag);

private:
    TemplateResult<TemplateToken> nextInTag();
    TemplateResult<TemplateToken> nextInText();
    QString quotedText();
    TemplateToken pattern();
    TemplateToken token(TemplateToken::Type type, QString text = {}) const;
    std::unexpected<TemplateError> wrong(const QString &reason);
    bool at(QStringView text) const { return m_source.sliced(m_at).startsWith(text); }
    bool atEnd() const { return m_at >= m_source.size(); }
    void forward(qsizetype units = 1);

    QStringView m_source;
    qsizetype m_at = 0;
    qsizetype m_lineStart = 0;
    int m_line = 1;
    qsizetype m_tokenStart = 0; // of the token being read
    int m_tokenLine = 1;
    int m_tokenColumn = 1;
    bool m_inTag = false;
};

} // namespace snug
