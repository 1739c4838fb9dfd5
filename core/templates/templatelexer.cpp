#include "core/templates/templatelexer.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isTagSpace(QChar character)
{
    return character == u' ' || character == u'\n' || character == u'\t' || character == u'\r' ||
           character == u'\u00a0';
}

bool isPunctuation(QChar character)
{
    return u"()[]{}%*-+~/#,:|.<>=!"_s.contains(character);
}

bool isDigits(QStringView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return c >= u'0' && c <= u'9'; });
}

// Behind `at`: white space, then %}. The length of both, or -1.
qsizetype tagEndLength(QStringView text, qsizetype at)
{
    const qsizetype start = at;
    while (at < text.size() && isJavaScriptSpace(text[at].unicode()))
        ++at;
    return text.sliced(at).startsWith(u"%}") ? at + 2 - start : -1;
}

} // namespace

void TemplateLexer::forward(qsizetype units)
{
    for (; units > 0 && !atEnd(); --units) {
        if (m_source[m_at] == u'\n') {
            ++m_line;
            m_lineStart = m_at + 1;
        }
        ++m_at;
    }
}

TemplateToken TemplateLexer::token(TemplateToken::Type type, QString text) const
{
    return {type, std::move(text), {}, false, m_tokenLine, m_tokenColumn};
}

std::unexpected<TemplateError> TemplateLexer::wrong(const QString &reason)
{
    m_inTag = false;
    m_at = m_source.size();
    return std::unexpected(
        TemplateError{TemplateError::Kind::Syntax, reason, {}, m_tokenLine, m_tokenColumn});
}

TemplateResult<TemplateToken> TemplateLexer::next()
{
    m_tokenLine = m_line;
    m_tokenColumn = int(m_at - m_lineStart) + 1;
    m_tokenStart = m_at;
    if (atEnd())
        return token(TemplateToken::Type::End);
    return m_inTag ? nextInTag() : nextInText();
}

TemplateResult<TemplateToken> TemplateLexer::nextInText()
{
    for (const auto &[start, type] : {std::pair{u"{%"_s, TemplateToken::Type::BlockStart},
                                      std::pair{u"{{"_s, TemplateToken::Type::OutputStart}}) {
        if (!at(start))
            continue;
        forward(2);
        TemplateToken found = token(type, start);
        found.dash = at(u"-");
        if (found.dash)
            forward();
        m_inTag = true;
        return found;
    }
    if (at(u"{#")) {
        const qsizetype end = m_source.indexOf(u"#}", m_at + 2);
        if (end < 0)
            return wrong(QCoreApplication::translate("TemplateLexer", "this comment has no end"));
        TemplateToken found =
            token(TemplateToken::Type::Comment, m_source.sliced(m_at, end + 2 - m_at).toString());
        forward(found.text.size());
        return found;
    }
    while (!atEnd()) {
        const QChar current = m_source[m_at];
        if (current == u'{' && (at(u"{%") || at(u"{{") || at(u"{#")))
            break;
        if (current == u'#' && at(u"#}")) {
            m_tokenLine = m_line;
            m_tokenColumn = int(m_at - m_lineStart) + 1;
            return wrong(
                QCoreApplication::translate("TemplateLexer", "a comment ends here that did not begin"));
        }
        forward();
    }
    QStringView text = m_source.sliced(m_tokenStart, m_at - m_tokenStart);
    // Blanks before a block tag that is first on its line.
    const qsizetype onThisLine = m_at - m_lineStart;
    if (at(u"{%") && onThisLine > 0 && onThisLine <= text.size() &&
        trimmedStart(text.last(onThisLine)).isEmpty()) {
        text.chop(onThisLine);
        if (text.isEmpty())
            return next();
    }
    return token(TemplateToken::Type::Data, text.toString());
}

QString TemplateLexer::quotedText()
{
    const QChar quote = m_source[m_at];
    forward();
    QString text;
    while (!atEnd() && m_source[m_at] != quote) {
        QChar current = m_source[m_at];
        if (current == u'\\') {
            forward();
            if (atEnd())
                break;
            current = m_source[m_at];
            current = current == u'n' ? u'\n' : current == u't' ? u'\t' : current == u'r' ? u'\r' : current;
        }
        text += current;
        forward();
    }
    forward();
    return text;
}

TemplateToken TemplateLexer::pattern()
{
    forward(2);
    TemplateToken found = token(TemplateToken::Type::Pattern);
    bool escaped = false;
    while (!atEnd() && (escaped || m_source[m_at] != u'/')) {
        escaped = !escaped && m_source[m_at] == u'\\';
        found.text += m_source[m_at];
        forward();
    }
    forward();
    while (!atEnd() && u"gimy"_s.contains(m_source[m_at])) {
        found.flags += m_source[m_at];
        forward();
    }
    return found;
}

TemplateResult<TemplateToken> TemplateLexer::nextInTag()
{
    using Type = TemplateToken::Type;
    while (!atEnd() && isTagSpace(m_source[m_at]))
        forward();
    m_tokenLine = m_line;
    m_tokenColumn = int(m_at - m_lineStart) + 1;
    m_tokenStart = m_at;
    if (atEnd())
        return token(Type::End);
    const QChar current = m_source[m_at];
    if (current == u'"' || current == u'\'')
        return token(Type::Text, quotedText());
    for (const auto &[end, type] :
         {std::pair{u"%}"_s, Type::BlockEnd}, std::pair{u"}}"_s, Type::OutputEnd}}) {
        const bool dash = current == u'-' && m_source.sliced(m_at + 1).startsWith(end);
        if (!dash && !at(end))
            continue;
        forward(dash ? 3 : 2);
        TemplateToken found = token(type, end);
        found.dash = dash;
        m_inTag = false;
        if (type == Type::BlockEnd)
            forward(at(u"\n") ? 1 : at(u"\r\n") ? 2 : 0);
        return found;
    }
    if (at(u"r/"))
        return pattern();
    if (isPunctuation(current)) {
        for (const QStringView sign : {u"===", u"!==", u"==", u"!=", u"<=", u">=", u"//", u"**"}) {
            if (at(sign)) {
                forward(sign.size());
                return token(Type::Operator, sign.toString());
            }
        }
        forward();
        return token(Type::Operator, QString(current));
    }
    while (!atEnd() && !isTagSpace(m_source[m_at]) && !isPunctuation(m_source[m_at]))
        forward();
    QString word = m_source.sliced(m_tokenStart, m_at - m_tokenStart).toString();
    if (isDigits(word)) {
        if (at(u".")) {
            do
                forward();
            while (!atEnd() && m_source[m_at] >= u'0' && m_source[m_at] <= u'9');
            word = m_source.sliced(m_tokenStart, m_at - m_tokenStart).toString();
        }
        return token(Type::Number, word);
    }
    if (word == u"true")
        return token(Type::True, word);
    if (word == u"false")
        return token(Type::False, word);
    if (word == u"none" || word == u"null")
        return token(Type::None, word);
    return token(Type::Name, word);
}

QString TemplateLexer::rawText(const QString &tag)
{
    int level = 1;
    const QString endTag = u"end"_s + tag;
    for (qsizetype from = m_at;;) {
        const qsizetype start = m_source.indexOf(u"{%", from);
        if (start < 0)
            return {};
        qsizetype word = start + 2;
        while (word < m_source.size() && isJavaScriptSpace(m_source[word].unicode()))
            ++word;
        const QStringView rest = m_source.sliced(word);
        const QString &found = rest.startsWith(endTag) ? endTag : tag;
        const qsizetype length = rest.startsWith(found) ? tagEndLength(m_source, word + found.size()) : -1;
        from = start + 2;
        if (length < 0)
            continue;
        level += found == tag ? 1 : -1;
        from = word + found.size() + length;
        if (level > 0)
            continue;
        const QString text = m_source.sliced(m_at, start - m_at).toString();
        forward(from - m_at);
        return text;
    }
}

} // namespace snug
