#include "core/lore/lorescan.h"

#include "core/lore/decorators.h"
#include "core/lore/inclusiongroups.h"
#include "core/lore/keysearch.h"
#include "core/lore/lorebudget.h"
#include "core/lore/loreoutcomes.h"
#include "core/lore/timedeffects.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

enum class Step : quint8 { Initial, Recursion, MinActivations };

// What became of one candidate so far.
struct Fate
{
    LoreGate gate = LoreGate::KeyNotFound;
    bool isOut = false; // fired, or out for this scan
    bool isLookedAt = false;
    int round = 0;
    int tokens = 0;
    std::shared_ptr<const LoreDetail> detail;
};

CountedRounds knownCounts(const LoreScanInputs &inputs)
{
    CountedRounds counts = inputs.cache ? inputs.cache->counts() : CountedRounds();
    // Without a limit sums are not counted.
    const bool isLimited = inputs.budget > 0;
    if (counts.counting != inputs.counting || counts.isLimited != isLimited)
        counts = {};
    counts.counting = inputs.counting;
    counts.isLimited = isLimited;
    return counts;
}

class Scan
{
public:
    Scan(const LoreScanInputs &inputs, qsizetype historyLength);

    LoreScanResult run();
    LoreScanOutcomes runForOutcomes();

private:
    using Verdict = KeyVerdict;

    const LoreCandidate &candidate(qsizetype index) const
    {
        return m_index.candidates()[static_cast<size_t>(index)];
    }
    const LoreEntry &entry(qsizetype index) const { return *candidate(index).entry; }

    std::optional<Verdict> stoppedBeforeKeys(qsizetype index) const;
    Verdict judge(qsizetype index);
    KeySight sight() const { return {m_depth, m_step != Step::MinActivations}; }

    QList<qsizetype> collect();
    void prepareExpressions(const std::vector<quint32> &candidates);
    QList<qsizetype> withoutLosers(const QList<qsizetype> &candidates);
    void activate(const QList<qsizetype> &candidates);
    bool losesThrow(qsizetype index);
    void record(qsizetype index, LoreGate gate, const LoreDetail &detail);
    std::optional<Step> nextStep(const QList<qsizetype> &successful);
    void feedRecursion(const QList<qsizetype> &successful);
    void nameFeeder(const ScannedText &text, LoreDetail &detail) const;
    QString contentOf(qsizetype index) const;
    void play();
    std::optional<Verdict> stoppedUnseen(qsizetype index) const;
    LoreTrace rowOf(qsizetype index) const;
    const LoreSimilarity *similarityOf(qsizetype index) const;
    double random() { return m_random.generateDouble(); }

    const LoreScanInputs &m_inputs;
    const LoreIndex &m_index;
    const LoreSettings &m_settings;
    const qsizetype m_historyLength; // messages
    ScanTexts m_texts;
    KeySearch m_keys;
    TimedEffects m_timed;
    LoreBudget m_budget;
    LoreScanResult m_result;
    std::vector<Fate> m_fates;
    std::vector<quint32> m_lookedAt; // candidates that a step has to look at, ascending
    Step m_step = Step::Initial;
    int m_round = 0;
    int m_depth;
    int m_delayLevel = 0;
    QList<int> m_delayLevels; // still to come
    bool m_isOverflowed = false;
    QHash<qsizetype, QString> m_contents; // macros resolved
    QStringList m_recursion;              // a text a round
    QList<QList<qsizetype>> m_feeders;    // the entries whose contents these are
    QHash<qsizetype, double> m_leftOut;   // over the budget: tokens that were left then
    QHash<qsizetype, Fate> m_lost;        // out of their groups: what became of them then
    QRandomGenerator m_random;
};

Scan::Scan(const LoreScanInputs &inputs, qsizetype historyLength)
    : m_inputs(inputs)
    , m_index(*inputs.index)
    , m_settings(inputs.settings)
    , m_historyLength(historyLength)
    , m_texts(inputs)
    , m_keys(inputs, m_texts)
    , m_timed(m_index, inputs.timedEffects, historyLength)
    , m_budget(inputs.budget, {inputs.countTokens, inputs.countOverhead, inputs.certainCuts},
               knownCounts(inputs))
    , m_fates(m_index.candidates().size())
    , m_depth(inputs.settings.depth)
    , m_delayLevels(m_index.delayLevels())
    , m_random(static_cast<quint32>(inputs.seed ^ (inputs.seed >> 32)))
{
    if (!m_delayLevels.isEmpty())
        m_delayLevel = m_delayLevels.takeFirst();
    m_texts.reachMessages(std::max(m_depth, m_index.furthestDepth()));
    m_lookedAt = m_index.alwaysLookedAt();
    for (const qsizetype sticky : m_timed.stickyCandidates())
        m_lookedAt.push_back(static_cast<quint32>(sticky));
    for (quint32 index = 0; !inputs.similarities.isEmpty() && index < m_index.candidates().size(); ++index) {
        if (const LoreSimilarity *similarity = similarityOf(index); similarity && similarity->isNear)
            m_lookedAt.push_back(index);
    }
    std::ranges::sort(m_lookedAt);
}

const LoreSimilarity *Scan::similarityOf(qsizetype index) const
{
    if (m_inputs.similarities.isEmpty() || !entry(index).vectorized)
        return nullptr;
    const LoreCandidate &lore = candidate(index);
    const auto found = m_inputs.similarities.constFind(lore.book + u'.' + QString::number(lore.uid));
    return found == m_inputs.similarities.cend() ? nullptr : &*found;
}

// Gates (docs/sillytavern/lore.md#gates), in their order

std::optional<Scan::Verdict> Scan::stoppedBeforeKeys(qsizetype index) const
{
    const LoreCandidate &lore = candidate(index);
    const LoreEntry &entry = *lore.entry;
    const auto stopped = [](LoreGate gate, double value = 0) {
        Verdict verdict{gate};
        verdict.detail.value = value;
        return verdict;
    };
    if (entry.disabled)
        return stopped(LoreGate::Disabled);
    if (!entry.triggers.isEmpty() && !entry.triggers.contains(m_inputs.generationType))
        return stopped(LoreGate::GenerationType);
    const LoreEntry::CharacterFilter &filter = entry.characterFilter;
    if (!filter.names.isEmpty() && filter.names.contains(m_inputs.characterAvatar) == filter.isExclude)
        return stopped(LoreGate::CharacterName);
    if (!filter.tags.isEmpty() && m_inputs.characterTags &&
        std::ranges::any_of(*m_inputs.characterTags, [&](const QString &tag) {
            return filter.tags.contains(tag);
        }) == filter.isExclude)
        return stopped(LoreGate::CharacterTag);
    if (entry.delay > 0 && m_historyLength < entry.delay)
        return stopped(LoreGate::Delay, entry.delay);
    const bool isSticky = m_timed.isSticky(index);
    if (m_timed.isCoolingDown(index) && !isSticky)
        return stopped(LoreGate::Cooldown, m_timed.cooldownLeft(index));
    if (!isSticky && entry.delayUntilRecursion > 0 &&
        (m_step != Step::Recursion || entry.delayUntilRecursion > m_delayLevel))
        return stopped(LoreGate::DelayUntilRecursion);
    if (!isSticky && entry.excludeRecursion && m_step == Step::Recursion && m_settings.isRecursive)
        return stopped(LoreGate::ExcludeRecursion);
    if (lore.isBarred && !lore.isActivating)
        return stopped(LoreGate::BarringDecorator);
    return std::nullopt;
}

Scan::Verdict Scan::judge(qsizetype index)
{
    if (std::optional<Verdict> stopped = stoppedBeforeKeys(index))
        return *stopped;
    if (candidate(index).isActivating)
        return {LoreGate::ActivatingDecorator};
    if (entry(index).constant)
        return {LoreGate::Constant};
    if (m_timed.isSticky(index)) {
        Verdict verdict{LoreGate::Sticky};
        verdict.detail.value = m_timed.stickyLeft(index);
        return verdict;
    }
    if (const LoreSimilarity *similarity = similarityOf(index); similarity && similarity->isNear)
        return {LoreGate::Similar};
    Verdict verdict = m_keys.judge(index, sight());
    if (verdict.text && verdict.text->place == LorePlace::Lore)
        nameFeeder(*verdict.text, verdict.detail);
    return verdict;
}

void Scan::record(qsizetype index, LoreGate gate, const LoreDetail &detail)
{
    Fate &fate = m_fates[static_cast<size_t>(index)];
    // Of several rounds the one counts in which the entry came furthest.
    if (fate.isLookedAt && gate < fate.gate)
        return;
    fate.isLookedAt = true;
    fate.gate = gate;
    fate.round = m_round;
    fate.detail = detail == LoreDetail() ? nullptr : std::make_shared<const LoreDetail>(detail);
}

// The loop (docs/sillytavern/lore.md#scan-loop)

void Scan::prepareExpressions(const std::vector<quint32> &candidates)
{
    if (m_index.expressions().isEmpty())
        return;
    QList<ScanTexts::WantedExpression> wanted;
    for (const quint32 index : candidates) {
        const LoreCandidate &lore = candidate(index);
        if (m_fates[index].isOut || lore.entry->constant || stoppedBeforeKeys(index))
            continue;
        const ScanReach reach = m_keys.reachOf(*lore.entry, sight());
        for (quint32 number = lore.firstKey; number < lore.keysEnd; ++number) {
            const LoreKey &key = m_index.keys()[number];
            if (key.kind == LoreKey::Kind::Expression && m_texts.mayMatch(key.number, reach))
                wanted.append({m_index.expressions().at(key.number), lore.book, reach});
        }
    }
    m_texts.prepareExpressions(wanted);
}

QList<qsizetype> Scan::collect()
{
    // What is out stays out: a long chain of entries is not gone through again at each of its steps.
    const auto isOut = [this](quint32 index) { return m_fates[index].isOut; };
    std::erase_if(m_lookedAt, isOut);
    const auto known = std::ssize(m_lookedAt);
    std::ranges::remove_copy_if(m_texts.takeTouched(), std::back_inserter(m_lookedAt), isOut); // ascending
    std::inplace_merge(m_lookedAt.begin(), m_lookedAt.begin() + known, m_lookedAt.end());
    m_lookedAt.erase(std::ranges::unique(m_lookedAt).begin(), m_lookedAt.end());
    prepareExpressions(m_lookedAt);

    QList<qsizetype> result;
    for (const quint32 index : m_lookedAt) {
        const Verdict verdict = judge(index);
        record(index, verdict.gate, verdict.detail);
        if (verdict.gate >= LoreGate::ActivatingDecorator)
            result.append(index);
    }
    std::ranges::stable_sort(result, std::ranges::greater(),
                             [this](qsizetype index) { return m_timed.isSticky(index); });
    return result;
}

QList<qsizetype> Scan::withoutLosers(const QList<qsizetype> &candidates)
{
    if (std::ranges::none_of(candidates, [this](qsizetype index) { return !entry(index).group.isEmpty(); }))
        return candidates;
    return withoutGroupLosers(
        {.index = m_index,
         .usesScoring = m_settings.usesGroupScoring,
         .activated = m_result.activated,
         .isSticky = [this](qsizetype index) { return m_timed.isSticky(index); },
         .isCoolingDown = [this](qsizetype index) { return m_timed.isCoolingDown(index); },
         .score = [this](qsizetype index) { return m_keys.score(index, sight()); },
         .random = [this] { return random(); },
         .lost =
             [this](qsizetype index, LoreGate gate, const LoreDetail &detail) {
                 Fate &fate = m_fates[static_cast<size_t>(index)];
                 // Who lost its group in an earlier round keeps that reason.
                 if (const auto lost = m_lost.constFind(index);
                     gate == LoreGate::GroupTaken && lost != m_lost.cend()) {
                     fate = *lost;
                     return;
                 }
                 fate.isLookedAt = false;
                 record(index, gate, detail);
                 m_lost.insert(index, fate);
             }},
        candidates);
}

bool Scan::losesThrow(qsizetype index)
{
    const LoreEntry &lore = entry(index);
    return lore.useProbability && lore.probability != 100 && !m_timed.isSticky(index) &&
           random() * 100 > lore.probability;
}

void Scan::activate(const QList<qsizetype> &candidates)
{
    m_budget.beginRound();
    const auto stop = [this](qsizetype index, LoreGate gate, double value = 0, double other = 0) {
        LoreDetail detail;
        detail.value = value;
        detail.other = other;
        m_fates[static_cast<size_t>(index)].isLookedAt = false;
        record(index, gate, detail);
    };
    for (const qsizetype index : candidates) {
        const LoreEntry &lore = entry(index);
        Fate &fate = m_fates[static_cast<size_t>(index)];
        if (m_isOverflowed && !lore.ignoreBudget) {
            // What did not fit in an earlier round keeps that reason.
            if (m_leftOut.contains(index))
                stop(index, LoreGate::Budget, fate.tokens, m_leftOut.value(index));
            else
                stop(index, LoreGate::BudgetSpent);
            continue;
        }
        if (losesThrow(index)) {
            stop(index, LoreGate::Probability, lore.probability);
            fate.isOut = true;
            continue;
        }
        const QString content = m_inputs.resolveContent(index);
        m_contents[index] = content;
        m_budget.add(content);
        fate.tokens = m_budget.contentTokens();
        if (!lore.ignoreBudget && !m_budget.fits()) {
            m_isOverflowed = true;
            m_leftOut.insert(index, m_budget.left());
            stop(index, LoreGate::Budget, fate.tokens, m_budget.left());
            continue;
        }
        fate.isOut = true;
        m_result.activated.append(index);
    }
}

std::optional<Step> Scan::nextStep(const QList<qsizetype> &successful)
{
    const bool mayRecurse = m_settings.isRecursive && !m_isOverflowed;
    const bool isFed =
        std::ranges::any_of(successful, [this](qsizetype index) { return !entry(index).preventRecursion; });
    if (mayRecurse && (isFed || (m_step == Step::MinActivations && m_texts.hasRecursion())))
        return Step::Recursion;
    if (m_result.activated.size() < m_settings.minActivations && !m_isOverflowed) {
        const int limit = m_settings.minActivationsDepthMax;
        const bool isDeepEnough = (limit > 0 && m_depth > limit) || m_depth > m_historyLength;
        if (!isDeepEnough) {
            m_texts.reachMessages(++m_depth);
            return Step::MinActivations;
        }
    }
    if (!m_delayLevels.isEmpty()) {
        m_delayLevel = m_delayLevels.takeFirst();
        return Step::Recursion;
    }
    return std::nullopt;
}

// Of an entry that the budget kept from being tried: as it is written.
QString Scan::contentOf(qsizetype index) const
{
    const auto resolved = m_contents.constFind(index);
    return resolved != m_contents.cend() ? *resolved : contentWithoutDecorators(entry(index).content);
}

void Scan::feedRecursion(const QList<qsizetype> &successful)
{
    QStringList contents;
    QList<qsizetype> feeders;
    for (const qsizetype index : successful) {
        if (entry(index).preventRecursion)
            continue;
        contents.append(contentOf(index));
        feeders.append(index);
    }
    const QString text = contents.join(u'\n');
    if (text.isEmpty())
        return;
    m_recursion.append(text);
    m_feeders.append(feeders);
    m_texts.addRecursion(text);
    m_budget.feed(text);
}

// Which of a round's entries a key was found in: their contents stand line by line.
void Scan::nameFeeder(const ScannedText &text, LoreDetail &detail) const
{
    qsizetype start = 0;
    for (const qsizetype feeder : m_feeders.at(text.number)) {
        const qsizetype end = start + contentOf(feeder).size();
        if (detail.start <= end) {
            detail.name = loreTitle(entry(feeder));
            detail.start -= start;
            return;
        }
        start = end + 1;
    }
}

// Nobody had to look at this candidate, because none of its keys is anywhere.
std::optional<Scan::Verdict> Scan::stoppedUnseen(qsizetype index) const
{
    if (!candidate(index).isSpecial)
        return std::nullopt;
    if (std::optional<Verdict> stopped = stoppedBeforeKeys(index))
        return stopped;
    return entry(index).keys.isEmpty() ? std::optional<Verdict>({LoreGate::NoKeys}) : std::nullopt;
}

LoreTrace Scan::rowOf(qsizetype index) const
{
    const LoreCandidate &lore = candidate(index);
    const Fate &fate = m_fates[static_cast<size_t>(index)];
    LoreTrace row;
    row.book = lore.book;
    row.uid = lore.uid;
    row.title = lore.title;
    row.gate = fate.gate;
    row.tokens = fate.tokens;
    if (const LoreSimilarity *similarity = similarityOf(index))
        row.similarity = std::make_shared<const LoreSimilarity>(*similarity);
    if (fate.isLookedAt) {
        row.fired = fate.gate >= LoreGate::ActivatingDecorator;
        row.round = fate.round;
        row.detail = fate.detail;
    } else if (const std::optional<Verdict> stopped = stoppedUnseen(index)) {
        row.gate = stopped->gate;
        if (stopped->detail != LoreDetail())
            row.detail = std::make_shared<const LoreDetail>(stopped->detail);
    }
    return row;
}

void Scan::play()
{
    while (!m_inputs.stop.stop_requested()) {
        if (m_settings.maxRecursionSteps > 0 && m_round >= m_settings.maxRecursionSteps)
            break;
        ++m_round;
        const QList<qsizetype> candidates = withoutLosers(collect());
        activate(candidates);
        // Those that the budget kept out count as well.
        QList<qsizetype> successful;
        std::ranges::copy_if(candidates, std::back_inserter(successful), [this](qsizetype index) {
            return m_fates[static_cast<size_t>(index)].gate != LoreGate::Probability;
        });
        const std::optional<Step> next = nextStep(successful);
        if (!next)
            break;
        feedRecursion(successful);
        m_step = *next;
    }
    m_timed.begin(m_result.activated);
    m_result.timedEffects = m_timed.changedState();
    m_result.warnings = m_texts.failures();
    if (m_inputs.cache)
        m_inputs.cache->setCounts(m_budget.counts());
}

LoreScanOutcomes Scan::runForOutcomes()
{
    play();
    LoreScanOutcomes outcomes{.activated = m_result.activated,
                              .candidates = {},
                              .timedEffects = m_result.timedEffects,
                              .warnings = m_result.warnings};
    for (qsizetype i = 0; i < m_index.size(); ++i) {
        const Fate &fate = m_fates[static_cast<size_t>(i)];
        if (fate.isLookedAt && fate.gate != LoreGate::KeyNotFound)
            outcomes.candidates.append({i, fate.gate, fate.tokens});
        else if (const std::optional<Verdict> stopped = fate.isLookedAt ? std::nullopt : stoppedUnseen(i))
            outcomes.candidates.append({i, stopped->gate});
    }
    return outcomes;
}

LoreScanResult Scan::run()
{
    play();
    m_result.rows.reserve(m_index.size());
    for (qsizetype i = 0; i < m_index.size(); ++i)
        m_result.rows.append(rowOf(i));
    m_result.evidence = {m_inputs.index, m_inputs.texts, m_settings, m_depth, m_recursion};
    return std::move(m_result);
}

} // namespace

LoreScanResult scanLore(const LoreScanInputs &inputs)
{
    return Scan(inputs, inputs.texts.messages.size()).run();
}

LoreScanOutcomes scanLoreOutcomes(const LoreScanInputs &inputs, qsizetype historyLength)
{
    return Scan(inputs, historyLength).runForOutcomes();
}

} // namespace snug
