// What tokens are written in. Vocabularies agree about English words, and differ in figures, code and other
// writings: what one of them counts is translated into another's counts by this.
#pragma once

#include "core/tokens/tokenizer.h"

#include <array>

namespace snug {

enum class Writing : quint8 {
    Words, // Latin letters
    Marks, // punctuation, blanks, what code is made of
    Digits,
    Letters,   // of other alphabets
    Syllables, // kana, hangul
    Han,
    Others, // wide punctuation, symbols, pictures
};
inline constexpr int writingCount = int(Writing::Others) + 1;

using WritingCounts = std::array<int, writingCount>; // tokens, by Writing

// By the first character that is no blank. `before`: of the token before, whose character this one may end.
Writing writingOf(QByteArrayView token, Writing before);

// Counts the tokens of a vocabulary by what they are written in. Immutable to its users, who may be on any
// threads; it remembers whole texts, those not asked for longest go first.
class WritingCounter
{
public:
    virtual ~WritingCounter() = default;
    virtual WritingCounts counts(QStringView text) const = 0;
    virtual QString vocabulary() const = 0;
};

using WritingCounterPtr = std::shared_ptr<const WritingCounter>;

// Looks at all tokens, in some 20 ms.
WritingCounterPtr writingCounter(TokenizerPtr tokenizer, qsizetype characters = qsizetype(8) << 20);
// Of a built-in vocabulary (builtInTokenizerNames()), made once and kept; null for any other name.
WritingCounterPtr builtInWritingCounter(const QString &vocabulary);

} // namespace snug
