#include "core/lore/lorebudget.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace snug {

int loreTokenLimit(const LoreSettings &settings, int promptTokens)
{
    const double tokens = settings.budgetPercent * double(promptTokens) / 100;
    const int limit = std::max(1, static_cast<int>(std::floor(tokens + 0.5))); // as JavaScript rounds
    return settings.budgetCap > 0 ? std::min(limit, settings.budgetCap) : limit;
}

namespace {

// Texts of earlier rounds that are kept with their counts.
constexpr qsizetype keptEarlier = 64;

} // namespace

LoreBudget::LoreBudget(int limit, std::function<int(QStringView)> count, CountedRounds known)
    : m_limit(limit)
    , m_count(std::move(count))
    , m_known(std::move(known))
{
}

void LoreBudget::beginRound(const QString &earlierText)
{
    ++m_round;
    m_place = 0;
    m_text.clear();
    m_isKnown = true;
    m_before = 0;
    m_sum = 0;
    if (m_known.rounds.size() <= m_round)
        m_known.rounds.append(CountedContents());
    m_earlier = 0;
    if (earlierText.isEmpty())
        return;
    const auto known = m_known.earlier.constFind(earlierText);
    if (known != m_known.earlier.cend()) {
        m_earlier = *known;
        return;
    }
    m_earlier = m_count(earlierText);
    if (m_known.earlier.size() >= keptEarlier)
        m_known.earlier.clear();
    m_known.earlier.insert(earlierText, m_earlier);
}

void LoreBudget::add(const QString &content)
{
    CountedContents &round = m_known.rounds[m_round];
    const qsizetype place = m_place++;
    m_before = m_sum;
    if (m_isKnown && place < round.contents.size() && round.contents[place] == content) {
        m_sum = round.sums[place];
        m_tokens = round.tokens[place];
        return;
    }
    if (m_isKnown) {
        m_isKnown = false;
        round.contents.resize(place);
        round.sums.resize(place);
        round.tokens.resize(place);
        for (const QString &before : std::as_const(round.contents))
            m_text += before + u'\n';
    }
    m_text += content + u'\n';
    m_sum = m_limit > 0 ? m_count(m_text) : 0;
    m_tokens = m_count(content);
    round.contents.append(content);
    round.sums.append(m_sum);
    round.tokens.append(m_tokens);
}

} // namespace snug
