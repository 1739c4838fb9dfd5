#include "core/tokens/nearestvocabulary.h"

#include "core/tokens/builtinranks.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class NearestCounter final : public TokenCounter
{
public:
    NearestCounter(WritingCounterPtr counter, const NearestVocabulary &nearest)
        : m_counter(std::move(counter))
        , m_nearest(nearest)
        , m_name(nearestName(nearest.vocabulary))
    {
    }

    int count(QStringView text) const override
    {
        if (text.isEmpty())
            return 0;
        const double tokens = ratedTokens(m_counter->counts(text), m_nearest.rates);
        return int(std::clamp<double>(std::round(tokens), 1, std::numeric_limits<int>::max()));
    }
    CountKind kind() const override { return CountKind::Calibrated; }
    QString name() const override { return m_name; }
    QString recipe() const { return m_nearest.recipe(); }

private:
    WritingCounterPtr m_counter;
    NearestVocabulary m_nearest;
    QString m_name;
};

struct Family
{
    QStringView inName; // a piece of the model's name, in lower case
    QStringView vocabulary;
    TokenRates rates; // words, marks, digits, letters, syllables, han, others
};

// Measured with published tokenizers of the families over the texts of tests/data/usage. The first that suits
// counts: what a model was distilled into is told before what it was distilled from.
constexpr TokenRates llama3Rates{1.02, 0.98, 1.02, 1.14, 0.81, 1.00, 1.10};
constexpr TokenRates llama2Rates{1.12, 1.30, 1.18, 1.44, 1.40, 1.43, 1.30};
constexpr TokenRates qwenRates{1.02, 1.02, 1.31, 1.28, 0.89, 0.75, 1.02};
constexpr TokenRates nemoRates{1.03, 1.06, 1.32, 1.09, 0.82, 1.14, 0.94};
constexpr TokenRates gemmaRates{1.02, 1.16, 1.27, 0.94, 0.61, 0.79, 1.00};
constexpr std::array knownFamilies{
    Family{u"distill-llama", u"o200k_base", llama3Rates},
    Family{u"distill-qwen", u"o200k_base", qwenRates},
    Family{u"claude", u"cl100k_base", {1.07, 1.05, 0.90, 1.10, 1.05, 0.90, 1.20}},
    Family{u"gemini", u"o200k_base", gemmaRates},
    Family{u"gemma", u"o200k_base", gemmaRates},
    Family{u"deepseek", u"o200k_base", {1.03, 1.01, 0.97, 1.17, 1.00, 0.67, 0.97}},
    Family{u"qwen", u"o200k_base", qwenRates},
    Family{u"qwq", u"o200k_base", qwenRates},
    Family{u"mistral-7b", u"o200k_base", llama2Rates},
    Family{u"mixtral", u"o200k_base", llama2Rates},
    Family{u"llama-2", u"o200k_base", llama2Rates},
    Family{u"llama2", u"o200k_base", llama2Rates},
    Family{u"mistral", u"o200k_base", nemoRates},
    Family{u"ministral", u"o200k_base", nemoRates},
    Family{u"magistral", u"o200k_base", nemoRates},
    Family{u"codestral", u"o200k_base", nemoRates},
    Family{u"pixtral", u"o200k_base", nemoRates},
    Family{u"nemo", u"o200k_base", nemoRates},
    Family{u"llama", u"o200k_base", llama3Rates},
};

} // namespace

QString NearestVocabulary::recipe() const
{
    QString written = nearestName(vocabulary);
    for (const double rate : rates)
        written += u' ' + QString::number(std::lround(rate * 1000));
    return written;
}

static std::optional<NearestVocabulary> familyOf(QStringView model)
{
    const QString name = model.toString().toLower();
    const auto found = std::ranges::find_if(
        knownFamilies, [&](const Family &family) { return name.contains(family.inName); });
    if (found == knownFamilies.end())
        return std::nullopt;
    return NearestVocabulary{found->vocabulary.toString(), found->rates};
}

NearestVocabulary nearestVocabulary(QStringView model)
{
    TokenRates same;
    same.fill(1);
    return familyOf(model).value_or(NearestVocabulary{u"o200k_base"_s, same});
}

std::optional<NearestVocabulary> nearestToFamily(QStringView written)
{
    return written.startsWith(u'~') && !written.contains(u' ') ? familyOf(written.sliced(1)) : std::nullopt;
}

std::optional<NearestVocabulary> readRecipe(QStringView recipe)
{
    const QStringList words = recipe.toString().split(u' ');
    NearestVocabulary nearest{nearestIn(words.first()), {}};
    if (words.size() != writingCount + 1 || !builtInTokenizerNames().contains(nearest.vocabulary))
        return std::nullopt;
    for (int i = 0; i < writingCount; ++i) {
        bool isNumber = false;
        const int thousandths = words.at(i + 1).toInt(&isNumber);
        if (!isNumber || thousandths < 0 || thousandths > 100'000)
            return std::nullopt;
        nearest.rates[size_t(i)] = thousandths / 1000.0;
    }
    return nearest;
}

QString nearestName(const QString &vocabulary)
{
    return u'~' + vocabulary;
}

QString nearestIn(const QString &counterName)
{
    return counterName.startsWith(u'~') ? counterName.sliced(1) : QString();
}

TokenCounterPtr nearestCounter(const NearestVocabulary &nearest)
{
    return std::make_shared<const NearestCounter>(builtInWritingCounter(nearest.vocabulary), nearest);
}

QString recipeOf(const TokenCounter &counter)
{
    const auto *nearest = dynamic_cast<const NearestCounter *>(&counter);
    return nearest ? nearest->recipe() : counter.name();
}

TokenRates inThousandths(TokenRates rates)
{
    for (double &rate : rates)
        rate = double(std::lround(rate * 1000)) / 1000;
    return rates;
}

double ratedTokens(const WritingCounts &counts, const TokenRates &rates)
{
    double tokens = 0;
    for (size_t i = 0; i < counts.size(); ++i)
        tokens += counts[i] * rates[i];
    return tokens;
}

} // namespace snug
