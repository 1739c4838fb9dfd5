#include "core/templates/templatewords.h"

#include "core/templates/methodtable.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype lookedBack = 4'000; // tags are shorter

QStringList sortedKeys(std::initializer_list<const MethodTable *> tables)
{
    QStringList names;
    for (const MethodTable *table : tables)
        names += table->keys();
    names.sort();
    return names;
}

bool isWordUnit(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

// The inside of the tag that is open at the text's end; null outside of all tags.
QStringView openTag(QStringView text, bool &isBlock)
{
    const qsizetype output = text.lastIndexOf(u"{{");
    const qsizetype block = text.lastIndexOf(u"{%");
    const qsizetype comment = text.lastIndexOf(u"{#");
    isBlock = block > output;
    const qsizetype start = std::max(output, block);
    const qsizetype end = std::max(text.lastIndexOf(u"}}"), text.lastIndexOf(u"%}"));
    if (start < 0 || end > start || (comment > start && text.lastIndexOf(u"#}") < comment))
        return {};
    QStringView inside = text.sliced(start + 2);
    return inside.startsWith(u'-') ? inside.sliced(1) : inside;
}

// An odd number of quotes lies before the end: it is inside a text.
bool endsInText(QStringView inside)
{
    QChar quote;
    for (qsizetype i = 0; i < inside.size(); ++i) {
        if (!quote.isNull() && inside[i] == u'\\')
            ++i;
        else if (inside[i] == quote)
            quote = QChar();
        else if (quote.isNull() && (inside[i] == u'"' || inside[i] == u'\''))
            quote = inside[i];
    }
    return !quote.isNull();
}

} // namespace

QStringList templateTagNames()
{
    return {u"asyncAll"_s, u"asyncEach"_s, u"block"_s,    u"call"_s,    u"case"_s,      u"default"_s,
            u"elif"_s,     u"else"_s,      u"endblock"_s, u"endcall"_s, u"endfilter"_s, u"endfor"_s,
            u"endif"_s,    u"endmacro"_s,  u"endraw"_s,   u"endset"_s,  u"endswitch"_s, u"extends"_s,
            u"filter"_s,   u"for"_s,       u"from"_s,     u"if"_s,      u"import"_s,    u"include"_s,
            u"macro"_s,    u"raw"_s,       u"set"_s,      u"switch"_s};
}

QStringList templateFilterNames()
{
    return sortedKeys({&productFilters(), &engineFilters(), &markupFilters()});
}

QStringList templateTestNames()
{
    QStringList names = sortedKeys({&templateTests()});
    names.append(u"none"_s);
    names.sort();
    return names;
}

QStringList templateFunctionNames()
{
    return {u"caller"_s, u"cycler"_s, u"joiner"_s, u"loop"_s, u"range"_s, u"send_as"_s, u"super"_s};
}

TemplatePlace templatePlace(QStringView text, qsizetype position)
{
    const QStringView before =
        text.first(std::clamp<qsizetype>(position, 0, text.size()))
            .last(std::min(std::clamp<qsizetype>(position, 0, text.size()), lookedBack));
    bool isBlock = false;
    const QStringView inside = openTag(before, isBlock);
    if (inside.isNull() || endsInText(inside))
        return {};
    qsizetype start = inside.size();
    while (start > 0 && isWordUnit(inside[start - 1]))
        --start;
    const QString word = inside.sliced(start).toString();
    if (!word.isEmpty() && word[0].isDigit())
        return {};
    const QStringView front = inside.first(start).trimmed();
    if (isBlock && front.isEmpty())
        return {TemplatePlace::Kind::Tag, word};
    if (front.endsWith(u'|') || (isBlock && front == u"filter"))
        return {TemplatePlace::Kind::Filter, word};
    const auto endsWithWord = [&](QStringView wanted) {
        return front.endsWith(wanted) &&
               (front.size() == wanted.size() || !isWordUnit(front[front.size() - wanted.size() - 1]));
    };
    if (!inside.first(start).endsWith(u'.') && (endsWithWord(u"is") || endsWithWord(u"is not")))
        return {TemplatePlace::Kind::Test, word};
    qsizetype chain = start;
    while (chain > 0 && (isWordUnit(inside[chain - 1]) || inside[chain - 1] == u'.'))
        --chain;
    return {TemplatePlace::Kind::Variable, inside.sliced(chain).toString()};
}

} // namespace snug
