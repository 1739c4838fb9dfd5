#include "core/lore/keymatch.h"

#include "core/lore/patternset.h"
#include "core/model/whitespace.h"

#include <QHashFunctions>

#include <algorithm>

namespace snug {

KeyOptions keyOptions(const LoreEntry &entry, const LoreSettings &settings)
{
    return {entry.caseSensitive.value_or(settings.isCaseSensitive),
            entry.matchWholeWords.value_or(settings.matchesWholeWords)};
}

bool isWholeWord(QStringView key, const KeyOptions &options)
{
    return options.matchesWholeWords &&
           std::ranges::none_of(key, [](QChar c) { return isJavaScriptSpace(c.unicode()); });
}

KeyLiteral keyLiteral(QStringView key, const KeyOptions &options)
{
    KeyLiteral literal;
    literal.text = options.isCaseSensitive ? key.toString() : lowered(key).text;
    literal.isCaseSensitive = options.isCaseSensitive;
    literal.isWholeWord = isWholeWord(literal.text, options);
    return literal;
}

size_t qHash(const KeyLiteral &literal, size_t seed)
{
    return qHashMulti(seed, literal.text, literal.isCaseSensitive, literal.isWholeWord);
}

static qsizetype positionIn(const KeyLiteral &literal, QStringView text)
{
    for (qsizetype at = text.indexOf(literal.text); at >= 0; at = text.indexOf(literal.text, at + 1)) {
        const qsizetype end = at + literal.text.size();
        if (!literal.isWholeWord || ((at == 0 || !isWordUnit(text[at - 1].unicode())) &&
                                     (end == text.size() || !isWordUnit(text[end].unicode()))))
            return at;
        if (at == text.size())
            break;
    }
    return -1;
}

qsizetype literalPosition(const KeyLiteral &literal, QStringView text)
{
    return literal.isCaseSensitive ? positionIn(literal, text) : literalPosition(literal, lowered(text));
}

qsizetype literalPosition(const KeyLiteral &literal, const LoweredText &text)
{
    const qsizetype at = positionIn(literal, text.text);
    return at < 0 ? at : text.originalPosition(at);
}

} // namespace snug
