// The engine's filters about markup: tags, links, escapes. See docs/systems/hologram.md#filters.
#include "core/model/whitespace.h"
#include "core/templates/filtertext.h"
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isLetterOrDigit(QChar c)
{
    return isLetter(c) || (c >= u'0' && c <= u'9');
}

// How long the tag or comment is that stands at the text's start; 0 for none.
qsizetype tagLength(QStringView text)
{
    if (text.startsWith(u"<!--")) {
        const qsizetype end = text.indexOf(u"-->", 4);
        return end < 0 ? 0 : end + 3;
    }
    qsizetype at = text.startsWith(u"</") ? 2 : 1;
    if (at >= text.size() || !isLetter(text[at]))
        return 0;
    while (at < text.size() && isLetterOrDigit(text[at]))
        ++at;
    if (at < text.size() && text[at] == u'_')
        return 0;
    return text.indexOf(u'>', at) + 1;
}

QString withoutTags(QStringView text)
{
    QString plain;
    bool isTagPossible = true; // once no > follows, none does
    bool isCommentPossible = true;
    for (qsizetype at = 0; at < text.size();) {
        const bool isComment = text.sliced(at).startsWith(u"<!--");
        const bool isTried = text[at] == u'<' && (isComment ? isCommentPossible : isTagPossible);
        const qsizetype length = isTried ? tagLength(text.sliced(at)) : 0;
        if (length > 0) {
            at += length;
            continue;
        }
        if (isTried && isComment)
            isCommentPossible = false;
        else if (isTried && text.indexOf(u'>', at) < 0)
            isTagPossible = false;
        plain += text[at++];
    }
    return plain;
}

bool isLineEnd(QChar c)
{
    return c == u'\n' || c == u'\r' || c == u'\u2028' || c == u'\u2029';
}

// Runs of blanks as one and none at a line's ends; at most one empty line after another.
QString tidyLines(QStringView text)
{
    QString tidy;
    for (const QChar c : text) {
        if (c == u' ' && (tidy.isEmpty() || tidy.back() == u' ' || isLineEnd(tidy.back())))
            continue;
        if (isLineEnd(c) && tidy.endsWith(u' '))
            tidy.chop(1);
        tidy += c;
    }
    if (tidy.endsWith(u' '))
        tidy.chop(1);
    tidy.replace(u"\r\n"_s, u"\n"_s);
    QString result;
    for (const QChar c : std::as_const(tidy)) {
        if (c != u'\n' || !result.endsWith(u"\n\n"_s))
            result += c;
    }
    return result;
}

QString onOneLine(QStringView text)
{
    QString line;
    for (const QChar c : text) {
        if (!isJavaScriptSpace(c.unicode()))
            line += c;
        else if (!line.endsWith(u' '))
            line += u' ';
    }
    return line;
}

TemplateValue stripTags(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (hasNoText(value))
        return refuse(rendering, u"striptags"_s);
    const QString text = textForFilter(value);
    if (!rendering.spend(text.size() * 2))
        return {};
    const QString plain = withoutTags(text);
    const QStringView trimmed = javaScriptTrimmed(plain);
    return derivedText(value, arguments.at(0).isTrue() ? tidyLines(trimmed) : onOneLine(trimmed));
}

bool isMailAddress(QStringView word)
{
    const qsizetype at = word.indexOf(u'@');
    if (at < 1 || word.lastIndexOf(u'@') != at)
        return false;
    const bool goodName = std::ranges::all_of(
        word.first(at), [](QChar c) { return isLetterOrDigit(c) || u"_.!#$%&'*+-/=?^`{|}~"_s.contains(c); });
    const QList<QStringView> parts = word.sliced(at + 1).split(u'.');
    return goodName && parts.size() > 1 && std::ranges::all_of(parts, [](QStringView part) {
               return !part.isEmpty() &&
                      std::ranges::all_of(part, [](QChar c) { return isLetterOrDigit(c) || c == u'-'; });
           });
}

bool hasKnownEnding(QStringView word)
{
    for (const QStringView ending : {u".org", u".net", u".com"}) {
        for (qsizetype at = word.indexOf(ending); at >= 0; at = word.indexOf(ending, at + 1)) {
            const qsizetype end = at + ending.size();
            if (end == word.size() || word[end] == u':' || word[end] == u'/')
                return true;
        }
    }
    return false;
}

// Without a bracket in front and one sign behind.
QStringView bareAddress(QStringView word)
{
    for (const QStringView start : {u"(", u"<", u"&lt;"}) {
        if (word.startsWith(start)) {
            word = word.sliced(start.size());
            break;
        }
    }
    for (const QStringView end : {u"&gt;", u".", u",", u")", u"\n"}) {
        if (word.endsWith(end))
            return word.chopped(end.size());
    }
    return word;
}

TemplateValue urlize(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (!value.text())
        return refuse(rendering, u"urlize"_s);
    const QString text = value.text()->text;
    const double wanted = templateNumber(arguments.at(0));
    const qsizetype most =
        std::isnan(wanted) ? text.size() : std::max<qint64>(0, qint64(std::min(wanted, 1e9)));
    const bool *noFollow = arguments.at(1).boolean();
    const QString extra = noFollow && *noFollow ? u" rel=\"nofollow\""_s : QString();
    if (!rendering.spend(text.size() * 8) || !rendering.step(text.size() / 8))
        return {};
    QString result;
    const auto link = [&](QStringView scheme, QStringView address, QStringView shown, const QString &more) {
        result += u"<a href=\""_s + scheme + address + u'"' + more + u'>' + shown + u"</a>"_s;
    };
    for (qsizetype at = 0; at < text.size();) {
        const bool isBlank = isJavaScriptSpace(text[at].unicode());
        qsizetype end = at;
        while (end < text.size() && isJavaScriptSpace(text[end].unicode()) == isBlank)
            ++end;
        const QStringView word = QStringView(text).sliced(at, end - at);
        at = end;
        const QStringView address = isBlank ? QStringView() : bareAddress(word);
        const QStringView shown = address.first(std::min(most, address.size()));
        if (address.startsWith(u"http://") || address.startsWith(u"https://"))
            link({}, address, shown, extra);
        else if (!address.startsWith(u"www.") && isMailAddress(address))
            link(u"mailto:", address, address, {});
        else if (address.startsWith(u"www.") || hasKnownEnding(address))
            link(u"http://", address, shown, extra);
        else
            result += word;
    }
    TemplateText linked = derivedText(value, result);
    linked.isSafe = false;
    return linked;
}

QString escaped(const QString &text)
{
    QString result;
    for (const QChar character : text) {
        switch (character.unicode()) {
        case u'&':
            result += u"&amp;"_s;
            break;
        case u'"':
            result += u"&quot;"_s;
            break;
        case u'\'':
            result += u"&#39;"_s;
            break;
        case u'<':
            result += u"&lt;"_s;
            break;
        case u'>':
            result += u"&gt;"_s;
            break;
        case u'`':
            result += u"&#96;"_s;
            break;
        case u'\\':
            result += u"&#92;"_s;
            break;
        default:
            result += character;
        }
    }
    return result;
}

TemplateValue forceEscape(TemplateEvaluation &rendering, Value value, Arguments)
{
    const QString text = value.isMissing() ? QString() : templateText(value);
    if (!rendering.spend(text.size() * 2))
        return {};
    TemplateText result = derivedText(value, escaped(text));
    result.isSafe = true;
    return result;
}

TemplateValue escape(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return value.text() && value.text()->isSafe ? value : forceEscape(rendering, value, arguments);
}

TemplateValue safe(TemplateEvaluation &, Value value, Arguments)
{
    TemplateText text = value.isMissing() ? TemplateText{u""_s} : textOf(value);
    text.isSafe = true;
    return text;
}

} // namespace

const MethodTable &markupFilters()
{
    static const MethodTable table{{u"striptags"_s, stripTags},     {u"urlize"_s, urlize},
                                   {u"escape"_s, escape},           {u"e"_s, escape},
                                   {u"forceescape"_s, forceEscape}, {u"safe"_s, safe}};
    return table;
}

} // namespace snug
