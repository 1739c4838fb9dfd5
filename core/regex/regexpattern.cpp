#include "core/regex/regexpattern.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<RegexPattern> keyPattern(QStringView key)
{
    if (!key.startsWith(u'/'))
        return std::nullopt;
    const qsizetype end = key.lastIndexOf(u'/');
    if (end < 2)
        return std::nullopt;
    const QStringView body = key.sliced(1, end - 1);
    const QStringView flags = key.sliced(end + 1);
    if (!std::ranges::all_of(flags, [](QChar flag) { return u"gimsuy"_s.contains(flag); }))
        return std::nullopt;
    for (qsizetype i = 0; i < body.size(); ++i) {
        if (body[i] == u'/' && (i == 0 || body[i - 1] != u'\\'))
            return std::nullopt;
    }
    return RegexPattern{body.toString(), flags.toString()};
}

static bool isLineBreak(QChar c)
{
    return c == u'\n' || c == u'\r' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
}

static bool isAsciiLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

// "x", "X", "U", "A" and "J" are let through here, as there, and then are no JavaScript.
static bool areScriptFlags(QStringView flags)
{
    for (qsizetype i = 0; i < flags.size(); ++i) {
        if (!u"gmixXsuUAJ"_s.contains(flags[i]) || flags.first(i).contains(flags[i]))
            return false;
    }
    return true;
}

std::optional<RegexPattern> scriptPattern(QStringView find)
{
    const auto first = std::ranges::find_if_not(find, isLineBreak);
    if (first == find.end())
        return std::nullopt;
    const QStringView line(first, std::find_if(first, find.end(), isLineBreak));
    const qsizetype slash = line.lastIndexOf(u'/');
    if (line.front() != u'/' || slash < 2)
        return RegexPattern{line.toString(), {}};
    const QStringView behind = line.sliced(slash + 1);
    const auto end = std::ranges::find_if_not(behind, isAsciiLetter);
    const QStringView flags(behind.begin(), end);
    if (!areScriptFlags(flags))
        return RegexPattern{find.toString(), {}};
    return RegexPattern{line.sliced(1, slash - 1).toString(), flags.toString()};
}

QString regexEscaped(QStringView value)
{
    static constexpr QStringView special = u".^$*+?{}[]\\/|()";
    QString result;
    result.reserve(value.size());
    for (const QChar c : value) {
        switch (c.unicode()) {
        case u'\n':
            result += u"\\n"_s;
            break;
        case u'\r':
            result += u"\\r"_s;
            break;
        case u'\t':
            result += u"\\t"_s;
            break;
        case u'\v':
            result += u"\\v"_s;
            break;
        case u'\f':
            result += u"\\f"_s;
            break;
        case u'\0':
            result += u"\\0"_s;
            break;
        default:
            if (special.contains(c))
                result += u'\\';
            result += c;
        }
    }
    return result;
}

} // namespace snug
