#include "core/lore/lorebudget.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

namespace snug {

int loreTokenLimit(const LoreSettings &settings, int promptTokens)
{
    const double tokens = settings.budgetPercent * double(promptTokens) / 100;
    const int limit = std::max(1, static_cast<int>(std::floor(tokens + 0.5))); // as JavaScript rounds
    return settings.budgetCap > 0 ? std::min(limit, settings.budgetCap) : limit;
}

namespace {

// What follows a seam decides whether it is a cut; more than any pattern of a tokenizer looks at.
constexpr qsizetype seenBehindSeam = 256;

} // namespace

LoreBudget::LoreBudget(int limit, LoreCounter counter, CountedRounds known)
    : m_limit(limit)
    , m_counter(std::move(counter))
    , m_known(std::move(known))
{
}

int LoreBudget::plain(QStringView text) const
{
    return text.isEmpty() ? 0 : m_counter.count(text) - m_counter.overhead;
}

void LoreBudget::feed(const QString &text)
{
    if (m_limit == 0)
        return;
    CountedContents &fed = m_known.fed;
    const qsizetype place = m_feeds++;
    if (m_isFeedKnown && place < fed.contents.size() && fed.contents[place] == text) {
        m_earlier = fed.sums[place];
        return;
    }
    if (m_isFeedKnown) {
        m_isFeedKnown = false;
        fed.contents.resize(place);
        fed.sums.resize(place);
    }
    m_earlier = withBefore(text);
    fed.contents.append(text);
    fed.sums.append(m_earlier);
}

// Tokens of a text in front of all that was fed before, each with a line break behind it.
int LoreBudget::withBefore(const QString &text) const
{
    const QStringList &before = m_known.fed.contents;
    const QString front = text + u'\n';
    if (before.isEmpty())
        return m_counter.count(front);
    if (m_counter.cuts) {
        QString behind;
        for (qsizetype i = before.size() - 1; i >= 0 && behind.size() < seenBehindSeam; --i)
            behind += before[i] + u'\n';
        // A cut at the seam, seen from the last one before it.
        const QList<CertainCut> cuts = m_counter.cuts(front);
        const CertainCut last = cuts.isEmpty() ? CertainCut() : cuts.last();
        const QString seam = QStringView(front).sliced(last.place) + QStringView(behind).left(seenBehindSeam);
        for (const CertainCut &cut : m_counter.cuts(seam)) {
            if (cut.place == front.size() - last.place)
                return last.tokens + cut.tokens + m_known.fed.sums.last();
        }
    }
    QString whole = front;
    for (const QString &each : before | std::views::reverse)
        whole += each + u'\n';
    return m_counter.count(whole);
}

void LoreBudget::beginRound()
{
    ++m_round;
    m_place = 0;
    m_certain = 0;
    m_tail.clear();
    m_isKnown = true;
    m_before = 0;
    m_sum = 0;
    if (m_known.rounds.size() <= m_round)
        m_known.rounds.append(CountedContents());
}

void LoreBudget::grow(const QString &content)
{
    m_tail += content + u'\n';
    const QList<CertainCut> cuts = m_counter.cuts ? m_counter.cuts(m_tail) : QList<CertainCut>();
    if (cuts.isEmpty())
        return;
    m_certain += cuts.last().tokens;
    m_tail.remove(0, cuts.last().place);
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
        for (const QString &before : std::as_const(round.contents)) {
            if (m_limit > 0)
                grow(before);
        }
    }
    if (m_limit > 0) {
        grow(content);
        m_sum = m_certain + plain(m_tail) + m_counter.overhead;
    }
    m_tokens = m_counter.count(content);
    round.contents.append(content);
    round.sums.append(m_sum);
    round.tokens.append(m_tokens);
}

} // namespace snug
