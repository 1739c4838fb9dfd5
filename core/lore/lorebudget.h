// What the entries of a scan may cost (docs/sillytavern/lore.md#lore-budget).
#pragma once

#include "core/lore/lorecache.h"
#include "core/lore/loresettings.h"

#include <QStringView>

#include <functional>

namespace snug {

// What all entries together may cost when the prompt, without the reply, may have `promptTokens`; at least 1.
int loreTokenLimit(const LoreSettings &settings, int promptTokens);

// Counts as the texts grow. Counts that an earlier scan left for the same texts are taken over.
class LoreBudget
{
public:
    LoreBudget(int limit, std::function<int(QStringView)> count, CountedRounds known);

    void beginRound(const QString &earlierText);
    // The content joins the round's text, whether it fits or not.
    void add(const QString &content);
    bool fits() const { return m_limit == 0 || m_earlier + m_sum < m_limit; }
    int contentTokens() const { return m_tokens; }                               // of the last one alone
    int left() const { return std::max(0, m_limit - 1 - m_earlier - m_before); } // before it, in tokens

    const CountedRounds &counts() const { return m_known; }

private:
    const int m_limit; // 0 = none
    std::function<int(QStringView)> m_count;
    CountedRounds m_known;
    qsizetype m_round = -1;
    qsizetype m_place = 0; // of the next content in the round
    QString m_text;        // of the round; empty while the known counts serve
    bool m_isKnown = true; // the round so far is one of an earlier scan
    int m_earlier = 0;
    int m_before = 0;
    int m_sum = 0;
    int m_tokens = 0;
};

} // namespace snug
