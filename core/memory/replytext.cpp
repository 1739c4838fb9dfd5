#include "core/memory/replytext.h"

#include "core/model/whitespace.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Follows a text through strings and brackets.
class BracketWalk
{
public:
    // False once a bracket closes what was not open.
    bool take(QChar unit)
    {
        if (m_isEscaped) {
            m_isEscaped = false;
        } else if (m_isInString) {
            m_isEscaped = unit == u'\\';
            m_isInString = unit != u'"';
        } else if (unit == u'"') {
            m_isInString = true;
        } else if (unit == u'{' || unit == u'[') {
            m_open.append(unit == u'{' ? u'}' : u']');
        } else if (unit == u'}' || unit == u']') {
            if (m_open.isEmpty() || m_open.back() != unit)
                return false;
            m_open.chop(1);
        }
        return true;
    }
    bool isOutside() const { return m_open.isEmpty() && !m_isInString; }

private:
    QString m_open; // the closing brackets to come
    bool m_isInString = false;
    bool m_isEscaped = false;
};

// Empty if the bracket is never closed, or by one of the other kind.
QStringView balancedStretch(QStringView text)
{
    qsizetype start = 0;
    while (start < text.size() && text[start] != u'{' && text[start] != u'[')
        ++start;
    BracketWalk walk;
    for (qsizetype i = start; i < text.size(); ++i) {
        if (!walk.take(text[i]))
            return {};
        if (walk.isOutside())
            return text.sliced(start, i + 1 - start);
    }
    return {};
}

// One past the closing quote, or the end of the text.
qsizetype endOfString(QStringView text, qsizetype start)
{
    qsizetype i = start + 1;
    while (i < text.size() && text[i] != u'"')
        i += text[i] == u'\\' ? 2 : 1;
    return std::min(i + 1, text.size());
}

// The text without what stands outside its strings and `lengthLeftOut` gives a length for.
template <typename Length> QString withoutOutsideStrings(QStringView text, Length lengthLeftOut)
{
    QString result;
    result.reserve(text.size());
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] == u'"') {
            const qsizetype end = endOfString(text, i);
            result += text.sliced(i, end - i);
            i = end;
        } else if (const qsizetype length = lengthLeftOut(text.sliced(i)); length > 0) {
            i += length;
        } else {
            result += text[i++];
        }
    }
    return result;
}

// How long the comment is that `text` begins with; 0 for none.
qsizetype commentLength(QStringView text)
{
    if (text.startsWith(u"//")) {
        const qsizetype end = text.indexOf(u'\n');
        return end < 0 ? text.size() : end;
    }
    const qsizetype end = text.startsWith(u"/*") ? text.indexOf(u"*/", 2) : -1;
    return end < 0 ? 0 : end + 2;
}

// 1 for a comma that nothing follows.
qsizetype trailingCommaLength(QStringView text)
{
    if (!text.startsWith(u','))
        return 0;
    const QStringView next = trimmedStart(text.sliced(1));
    return next.startsWith(u'}') || next.startsWith(u']') ? 1 : 0;
}

} // namespace

QStringList jsonCandidates(const QString &text)
{
    static const QRegularExpression fence(u"```[ \\t]*[\\w+.-]*\\s*([\\s\\S]*?)```"_s);
    QStringList candidates;
    const auto add = [&](QStringView candidate) {
        const QString trimmed = javaScriptTrimmed(candidate).toString();
        if (!trimmed.isEmpty() && !candidates.contains(trimmed))
            candidates.append(trimmed);
    };
    for (const QRegularExpressionMatch &match : fence.globalMatch(text))
        add(match.capturedView(1));
    add(text);
    add(balancedStretch(text));
    return candidates;
}

QString withoutCommentsAndCommas(QStringView json)
{
    return withoutOutsideStrings(withoutOutsideStrings(json, commentLength), trailingCommaLength);
}

bool isBalanced(QStringView text)
{
    BracketWalk walk;
    return std::ranges::all_of(text, [&](QChar unit) { return walk.take(unit); }) && walk.isOutside();
}

bool isCutOff(QStringView text)
{
    static const QRegularExpression sentenceEnd(u"[.!?][\"'\\x{201d}\\x{2019}\\x{bb})\\]}]?$"_s);
    const QStringView trimmed = javaScriptTrimmed(text);
    return trimmed.size() >= 80 && !sentenceEnd.matchView(trimmed.last(2)).hasMatch();
}

} // namespace snug
