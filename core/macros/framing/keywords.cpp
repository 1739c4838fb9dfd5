#include "core/macros/framing/keywords.h"

#include "core/macros/framing/expression.h"
#include "core/macros/framing/valuetext.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

using Kind = ExpressionToken::Kind;

// Words joined by & | ! ^ , and brackets, as an expression over whether they occur.
class KeywordExpression
{
public:
    explicit KeywordExpression(const QString &history)
        : m_history(history)
    {
    }

    QList<ExpressionToken> tokens(QStringView text)
    {
        for (const QChar c : text) {
            const bool isBlank = c == u' ' || c == u'\t' || c == u'\n' || c == u'\r';
            if (!isBlank && !QStringView(u"&|!^(),").contains(c)) {
                m_word += c;
                continue;
            }
            endWord();
            if (c == u'&')
                m_tokens.append({Kind::Name, u"and"_s});
            else if (c == u'|' || c == u',')
                m_tokens.append({Kind::Name, u"or"_s});
            else if (c == u'!')
                m_tokens.append({Kind::Name, u"not"_s});
            else if (!isBlank)
                m_tokens.append({Kind::Sign, QString(c)});
        }
        endWord();
        return m_tokens;
    }

private:
    // In brackets: two words in a row are no expression.
    void endWord()
    {
        if (const QStringView word = stripped(m_word); !word.isEmpty()) {
            m_tokens.append({Kind::Sign, u"("_s});
            m_tokens.append({Kind::Value, {}, Json(m_history.contains(word))});
            m_tokens.append({Kind::Sign, u")"_s});
        }
        m_word.clear();
    }

    const QString &m_history;
    QString m_word;
    QList<ExpressionToken> m_tokens;
};

QString truth(bool isTrue)
{
    return isTrue ? u"true"_s : u"false"_s;
}

} // namespace

QStringList splitParameters(QStringView text)
{
    QStringList parts;
    const auto add = [&](QStringView part) { parts.append(stripped(part).toString()); };
    if (text.contains(u"::"_s))
        std::ranges::for_each(text.split(u"::"_s), add);
    else
        std::ranges::for_each(text.split(u','), add);
    return parts;
}

QString keywordsResult(QStringView parameters, VariableScope &scope)
{
    QString text = stripped(parameters).toString();
    if (text.isEmpty())
        return truth(false);
    const QString history = valueText(scope.read(u"chat_history_text"_s));
    // Each word is looked for in all of it.
    const auto take = [&](qsizetype words) {
        constexpr qsizetype searchedAtOnce = 4; // times as fast as text is looked through
        return scope.budget->takeReading(history.size() / searchedAtOnce * words);
    };
    const auto occurring = [&](const QString &list) {
        QStringList words = splitParameters(list);
        if (!take(words.size()))
            words.clear();
        return std::pair(
            std::ranges::count_if(words, [&](const QString &word) { return history.contains(word); }),
            words.size());
    };
    if (text.contains(u"::"_s)) {
        QStringList parts = text.split(u"::"_s);
        for (QString &part : parts)
            part = stripped(part).toString();
        const QString mode = parts.first().toLower();
        const auto [found, all] = occurring(parts.value(1));
        if (mode == u"any" || mode == u"some")
            return truth(found > 0);
        if (mode == u"all")
            return truth(found == all);
        if (mode == u"none")
            return truth(found == 0);
        if (mode == u"xor")
            return truth(found == 1);
        if (mode == u"include") {
            const bool isExcluded =
                parts.value(2).toLower() == u"exclude" && occurring(parts.value(3)).first > 0;
            return truth(found == all && !isExcluded);
        }
        if (mode == u"expr")
            text = parts.value(1);
    }
    if (!take(std::ranges::count_if(text, [](QChar c) { return QStringView(u"&|!^(),").contains(c); }) + 1))
        return {};
    QList<ExpressionToken> tokens = KeywordExpression(history).tokens(text);
    if (tokens.isEmpty()) // nothing is found everywhere
        return truth(true);
    tokens.append(ExpressionToken());
    const auto result = evaluateExpression(tokens, scope);
    return result ? truth(isTruthy(*result)) : QString();
}

} // namespace snug::framing
