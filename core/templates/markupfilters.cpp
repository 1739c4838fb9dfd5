// More of the engine's filters: those about markup, random and string. Conformance hologram/SPEC.md,
// section 5.
#include "core/model/whitespace.h"
#include "core/templates/methodtable.h"
#include "core/templates/rendering.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

TemplateValue cannot(Rendering &rendering, const QString &filter)
{
    return rendering.fail(
        TemplateError::Kind::BadOperand,
        QCoreApplication::translate("Rendering", "the filter “%1” cannot work with this value").arg(filter),
        filter);
}

TemplateValue made(Value from, QString text, bool isSafe)
{
    TemplateText result{std::move(text), -1, isSafe};
    if (const TemplateText *held = from.text())
        result.origin = held->pieces && !held->pieces->empty() ? held->pieces->front().origin : held->origin;
    return result;
}

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

TemplateValue stripTags(Rendering &rendering, Value value, Arguments arguments)
{
    const bool isNothing = value.isMissing() || (value.isBool() && !value.isTrue());
    if (!value.text() && !isNothing)
        return cannot(rendering, u"striptags"_s);
    const QString text = isNothing ? QString(u""_s) : templateText(value);
    if (!rendering.spend(text.size() * 2))
        return {};
    const QString plain = withoutTags(text);
    const QStringView trimmed = javaScriptTrimmed(plain);
    return made(value, arguments.at(0).isTrue() ? tidyLines(trimmed) : onOneLine(trimmed),
                value.text() && value.text()->isSafe);
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

TemplateValue urlize(Rendering &rendering, Value value, Arguments arguments)
{
    if (!value.text())
        return cannot(rendering, u"urlize"_s);
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
        else if (address.startsWith(u"www."))
            link(u"http://", address, shown, extra);
        else if (isMailAddress(address))
            link(u"mailto:", address, address, {});
        else if (hasKnownEnding(address))
            link(u"http://", address, shown, extra);
        else
            result += word;
    }
    return made(value, result, false);
}

TemplateValue random(Rendering &rendering, Value value, Arguments)
{
    if (value.isMissing())
        return cannot(rendering, u"random"_s);
    const TemplateText *text = value.text();
    const qsizetype size = text           ? text->text.size()
                           : value.list() ? qsizetype(value.list()->items.size())
                                          : 0;
    if (size == 0)
        return {};
    const qsizetype chosen = qsizetype(rendering.nextRandom() % quint64(size));
    return text ? TemplateValue(sliced(*text, chosen, 1)) : value.list()->items[size_t(chosen)];
}

TemplateValue toText(Rendering &rendering, Value value, Arguments)
{
    if (value.isMissing())
        return cannot(rendering, u"string"_s);
    return value.text() ? value : TemplateValue(textOf(value));
}

} // namespace

const MethodTable &markupFilters()
{
    static const MethodTable table{
        {u"striptags"_s, stripTags}, {u"urlize"_s, urlize}, {u"random"_s, random}, {u"string"_s, toText}};
    return table;
}

} // namespace snug
