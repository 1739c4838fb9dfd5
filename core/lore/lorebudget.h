// What the entries of a scan may cost (docs/sillytavern/lore.md#lore-budget).
#pragma once

#include "core/lore/lorecache.h"
#include "core/lore/loresettings.h"
#include "core/tokens/certaincuts.h"

#include <QStringView>

#include <functional>

namespace snug {

// What all entries together may cost when the prompt, without the reply, may have `promptTokens`; at least 1.
int loreTokenLimit(const LoreSettings &settings, int promptTokens);

// How texts are counted.
struct LoreCounter
{
    std::function<int(QStringView)> count; // of a text, overhead included; 0 for an empty one
    int overhead = 0;                      // of each text that is not empty
    // Where a text that goes on may be cut for counting, without overhead; null: nowhere, then whatever grows
    // is counted anew.
    std::function<QList<CertainCut>(QStringView)> cuts = {};
};

// Counts as the texts grow. Counts that an earlier scan left for the same texts are taken over.
class LoreBudget
{
public:
    LoreBudget(int limit, LoreCounter counter, CountedRounds known);

    // What the round before leaves to the next ones; not empty. It stands before what others have left.
    void feed(const QString &text);
    void beginRound();
    // The content joins the round's text, whether it fits or not.
    void add(const QString &content);
    bool fits() const { return m_limit == 0 || m_earlier + m_sum < m_limit; }
    int contentTokens() const { return m_tokens; }                               // of the last one alone
    int left() const { return std::max(0, m_limit - 1 - m_earlier - m_before); } // before it, in tokens

    const CountedRounds &counts() const { return m_known; }

private:
    int plain(QStringView text) const; // without overhead
    void grow(const QString &content);
    int withBefore(const QString &text) const;

    const int m_limit; // 0 = none
    const LoreCounter m_counter;
    CountedRounds m_known;
    qsizetype m_round = -1;
    qsizetype m_place = 0; // of the next content in the round
    qsizetype m_feeds = 0;
    int m_certain = 0;         // tokens of the round's text up to its last cut, without overhead
    QString m_tail;            // the rest; empty while the known counts serve
    bool m_isKnown = true;     // the round so far is one of an earlier scan
    bool m_isFeedKnown = true; // likewise what was left
    int m_earlier = 0;
    int m_before = 0;
    int m_sum = 0;
    int m_tokens = 0;
};

} // namespace snug
