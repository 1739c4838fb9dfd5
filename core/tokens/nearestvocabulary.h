// Counting for a model whose tokenizer nobody has: by the real vocabulary that comes nearest, times how many
// tokens of the model's stand for one of it. docs/formats/tokenizers.md#nearest-vocabulary
#pragma once

#include "core/tokens/writing.h"

#include <QString>

namespace snug {

// Tokens of the model by one token of the vocabulary, by Writing. Whole thousandths, so that they are the
// same again when they were written as text.
using TokenRates = std::array<double, writingCount>;

struct NearestVocabulary
{
    QString vocabulary; // a built-in one
    TokenRates rates;

    // "~o200k_base 1.02 0.98 …": what loadTokenizer() makes the counter of.
    QString recipe() const;
    bool operator==(const NearestVocabulary &) const = default;
};

// By the family that the model's name tells of, with rates measured once for it; o200k_base as it is for
// those that tell of none.
NearestVocabulary nearestVocabulary(QStringView model);

// What comes nearest to a family's own tokenizer, written as "~llama-3"; nothing for other texts.
std::optional<NearestVocabulary> nearestToFamily(QStringView written);

// Nothing, if this is no recipe of a built-in vocabulary.
std::optional<NearestVocabulary> readRecipe(QStringView recipe);

// The counter's name, the same whatever the rates are: "~o200k_base"; what it is nearest to, or empty for
// other counters' names.
QString nearestName(const QString &vocabulary);
QString nearestIn(const QString &counterName);

// Calibrated. As slow to make as builtInWritingCounter() is the first time.
TokenCounterPtr nearestCounter(const NearestVocabulary &nearest);

// What loadTokenizer() makes one of that counts the same: of other counters their name.
QString recipeOf(const TokenCounter &counter);

TokenRates inThousandths(TokenRates rates);
double ratedTokens(const WritingCounts &counts, const TokenRates &rates);

} // namespace snug
