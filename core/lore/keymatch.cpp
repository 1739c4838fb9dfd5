#include "core/lore/keymatch.h"

#include <algorithm>

namespace snug {

std::optional<QRegularExpression> keyExpression(QStringView key)
{
    const qsizetype end = key.lastIndexOf(u'/');
    if (!key.startsWith(u'/') || end < 2)
        return std::nullopt;
    const QStringView pattern = key.sliced(1, end - 1);
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == u'\\')
            ++i;
        else if (pattern[i] == u'/')
            return std::nullopt;
    }
    QRegularExpression::PatternOptions options = QRegularExpression::NoPatternOption;
    for (const QChar flag : key.sliced(end + 1)) {
        if (flag == u'i')
            options |= QRegularExpression::CaseInsensitiveOption;
        else if (flag == u'm')
            options |= QRegularExpression::MultilineOption;
        else if (flag == u's')
            options |= QRegularExpression::DotMatchesEverythingOption;
        else if (flag != u'g' && flag != u'u' && flag != u'y')
            return std::nullopt;
    }
    QRegularExpression expression(pattern.toString(), options);
    return expression.isValid() ? std::optional(expression) : std::nullopt;
}

static bool isWordUnit(QChar c)
{
    return c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_');
}

bool plainKeyOccurs(QStringView key, QStringView text, const KeyOptions &options)
{
    const Qt::CaseSensitivity sensitivity = options.isCaseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const bool isWord =
        options.matchesWholeWords && std::ranges::none_of(key, [](QChar c) { return c.isSpace(); });
    for (qsizetype at = text.indexOf(key, 0, sensitivity); at >= 0;
         at = text.indexOf(key, at + 1, sensitivity)) {
        const qsizetype end = at + key.size();
        if (!isWord ||
            ((at == 0 || !isWordUnit(text[at - 1])) && (end == text.size() || !isWordUnit(text[end]))))
            return true;
    }
    return false;
}

} // namespace snug
