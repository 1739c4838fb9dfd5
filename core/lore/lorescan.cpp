#include "core/lore/lorescan.h"

#include "core/lore/keymatch.h"

#include <QCoreApplication>
#include <QHash>
#include <QRandomGenerator>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int greatestDepth = 1000;
// SillyTavern separates messages so that an expression can anchor to a message's start.
const QString separator = u"\n\u0001"_s;

enum class Step : quint8 { Initial, Recursion, MinActivations };

struct Key
{
    QString text;
    std::optional<QRegularExpression> expression;
};

class Scan
{
    Q_DECLARE_TR_FUNCTIONS(LoreScan)

public:
    explicit Scan(const LoreScanInputs &inputs)
        : m_inputs(inputs)
        , m_settings(inputs.settings)
        , m_depth(inputs.settings.depth)
        , m_random(static_cast<quint32>(inputs.seed ^ (inputs.seed >> 32)))
    {
        m_result.outcomes.resize(inputs.candidates.size());
        m_isDone.resize(inputs.candidates.size());
        for (const LoreCandidate &candidate : inputs.candidates) {
            if (candidate.entry.delayUntilRecursion > 0)
                m_delayLevels.insert(candidate.entry.delayUntilRecursion);
        }
        if (!m_delayLevels.empty())
            m_delayLevel = m_delayLevels.extract(m_delayLevels.begin()).value();
    }

    LoreScanResult run();

private:
    bool passes(qsizetype index, QString &reason);
    bool keysMatch(const LoreEntry &entry, QString &reason);
    bool occurs(const Key &key, const LoreEntry &entry, const QStringList &texts) const;
    QStringList textsFor(const LoreEntry &entry);
    const QString &messagesTo(int depth);
    QList<Key> keysOf(const QStringList &keys) const;
    QList<qsizetype> collect();
    void activate(const QList<qsizetype> &candidates);
    std::optional<Step> nextStep(const QList<qsizetype> &added);

    const LoreScanInputs &m_inputs;
    const LoreSettings &m_settings;
    LoreScanResult m_result;
    QList<bool> m_isDone; // activated, or out for this scan
    Step m_step = Step::Initial;
    int m_depth;
    int m_delayLevel = 0;
    std::set<int> m_delayLevels;
    bool m_isOverflowed = false;
    QStringList m_recursion;       // one text a step
    QList<qsizetype> m_successful; // in this step, those over the budget included
    QHash<qsizetype, QString> m_contents;
    QHash<int, QString> m_messages;
    QRandomGenerator m_random;
};

const QString &Scan::messagesTo(int depth)
{
    auto found = m_messages.find(depth);
    if (found == m_messages.end()) {
        const QStringList used =
            m_inputs.texts.messages.first(std::min<qsizetype>(depth, m_inputs.texts.messages.size()));
        found = m_messages.insert(depth, u"\u0001"_s + used.join(separator));
    }
    return *found;
}

// Empty at depth 0: nothing is looked at then.
QStringList Scan::textsFor(const LoreEntry &entry)
{
    const int depth = std::clamp(entry.scanDepth.value_or(m_depth), 0, greatestDepth);
    if (depth == 0)
        return {};
    const LoreScanTexts &texts = m_inputs.texts;
    QStringList result{messagesTo(depth)};
    const auto add = [&](bool isWanted, const QString &text) {
        if (isWanted && !text.isEmpty())
            result.append(text);
    };
    add(entry.matchPersonaDescription, texts.personaDescription);
    add(entry.matchCharacterDescription, texts.characterDescription);
    add(entry.matchCharacterPersonality, texts.characterPersonality);
    add(entry.matchCharacterDepthPrompt, texts.characterDepthPrompt);
    add(entry.matchScenario, texts.scenario);
    add(entry.matchCreatorNotes, texts.creatorNotes);
    result += texts.injections;
    if (m_step != Step::MinActivations)
        result += m_recursion;
    return result;
}

QList<Key> Scan::keysOf(const QStringList &keys) const
{
    QList<Key> result;
    for (const QString &key : keys) {
        const QString text = (m_inputs.resolveKey ? m_inputs.resolveKey(key) : key).trimmed();
        if (!text.isEmpty())
            result.append({text, keyExpression(text)});
    }
    return result;
}

bool Scan::occurs(const Key &key, const LoreEntry &entry, const QStringList &texts) const
{
    if (key.expression)
        return key.expression->match(texts.join(separator)).hasMatch();
    const KeyOptions options{entry.caseSensitive.value_or(m_settings.isCaseSensitive),
                             entry.matchWholeWords.value_or(m_settings.matchesWholeWords)};
    return std::ranges::any_of(texts,
                               [&](const QString &text) { return plainKeyOccurs(key.text, text, options); });
}

bool Scan::keysMatch(const LoreEntry &entry, QString &reason)
{
    const QStringList texts = textsFor(entry);
    const QList<Key> keys = keysOf(entry.keys);
    const auto matches = [&](const Key &key) { return !texts.isEmpty() && occurs(key, entry, texts); };
    const auto primary = std::ranges::find_if(keys, matches);
    if (primary == keys.cend()) {
        reason = keys.isEmpty() ? tr("No keys") : tr("No key found in what is scanned");
        return false;
    }
    reason = m_step == Step::Recursion ? tr("Key “%1” found in other lore").arg(primary->text)
                                       : tr("Key “%1” found").arg(primary->text);
    if (!entry.selective || entry.secondaryKeys.isEmpty())
        return true;
    const QList<Key> secondary = keysOf(entry.secondaryKeys);
    const qsizetype hits = std::ranges::count_if(secondary, matches);
    const bool isAll = hits == secondary.size();
    bool holds = true;
    switch (entry.secondaryLogic) {
    case LoreEntry::SecondaryLogic::AndAny:
        holds = hits > 0;
        break;
    case LoreEntry::SecondaryLogic::NotAll:
        holds = !isAll;
        break;
    case LoreEntry::SecondaryLogic::NotAny:
        holds = hits == 0;
        break;
    case LoreEntry::SecondaryLogic::AndAll:
        holds = isAll;
        break;
    }
    if (!holds)
        reason = tr("Key “%1” found, but the secondary keys rule it out").arg(primary->text);
    return holds;
}

// The gates of 10.4, in their order.
bool Scan::passes(qsizetype index, QString &reason)
{
    const LoreEntry &entry = m_inputs.candidates[index].entry;
    if (entry.disabled) {
        reason = tr("Switched off");
        return false;
    }
    if (!entry.triggers.isEmpty() && !entry.triggers.contains(m_inputs.generationType)) {
        reason = tr("Not for this kind of reply");
        return false;
    }
    if (const QStringList &names = entry.characterFilter.names;
        !names.isEmpty() && names.contains(m_inputs.characterAvatar) == entry.characterFilter.isExclude) {
        reason = tr("Not for this character");
        return false;
    }
    if (entry.delay > 0 && m_inputs.texts.messages.size() < entry.delay) {
        reason = tr("Waits until the chat has %n message(s)", nullptr, entry.delay);
        return false;
    }
    if (entry.delayUntilRecursion > 0 &&
        (m_step != Step::Recursion || entry.delayUntilRecursion > m_delayLevel)) {
        reason = tr("Waits for other lore to mention it");
        return false;
    }
    if (entry.excludeRecursion && m_step == Step::Recursion) {
        reason = tr("Does not react to other lore");
        return false;
    }
    const QStringList decorators = loreDecorators(entry.content);
    if (decorators.contains(u"@@activate"_s)) {
        reason = tr("Always on (@@activate)");
        return true;
    }
    if (decorators.contains(u"@@dont_activate"_s)) {
        reason = tr("Never on (@@dont_activate)");
        return false;
    }
    if (entry.constant) {
        reason = tr("Always on");
        return true;
    }
    return keysMatch(entry, reason);
}

QList<qsizetype> Scan::collect()
{
    QList<qsizetype> result;
    for (qsizetype i = 0; i < m_inputs.candidates.size(); ++i) {
        if (m_isDone[i])
            continue;
        QString reason;
        if (passes(i, reason))
            result.append(i);
        // The first step's reason says most; a later one counts if it fires.
        if (m_step == Step::Initial || result.endsWith(i))
            m_result.outcomes[i].reason = reason;
    }
    return result;
}

void Scan::activate(const QList<qsizetype> &candidates)
{
    const int earlier = m_recursion.isEmpty() ? 0 : m_inputs.countTokens(m_recursion.join(u'\n'));
    QString stepText;
    for (const qsizetype index : candidates) {
        const LoreEntry &entry = m_inputs.candidates[index].entry;
        LoreOutcome &outcome = m_result.outcomes[index];
        if (m_isOverflowed && !entry.ignoreBudget) {
            outcome.reason = tr("The lore budget is used up");
            continue;
        }
        if (entry.useProbability && entry.probability < 100 &&
            m_random.generateDouble() * 100 > entry.probability) {
            outcome.reason = tr("Lost its throw (%1 percent)").arg(entry.probability);
            m_isDone[index] = true;
            continue;
        }
        const QString content = m_inputs.resolveContent(index);
        m_contents[index] = content;
        stepText += content + u'\n';
        m_successful.append(index);
        outcome.tokens = m_inputs.countTokens(content);
        if (!entry.ignoreBudget && m_inputs.budget > 0 &&
            earlier + m_inputs.countTokens(stepText) >= m_inputs.budget) {
            m_isOverflowed = true;
            outcome.reason = tr("The lore budget of %n token(s) is used up", nullptr, m_inputs.budget);
            continue;
        }
        m_isDone[index] = true;
        outcome.fired = true;
        m_result.activated.append(index);
    }
}

std::optional<Step> Scan::nextStep(const QList<qsizetype> &added)
{
    const bool feedsRecursion = std::ranges::any_of(
        added, [&](qsizetype index) { return !m_inputs.candidates[index].entry.preventRecursion; });
    if (m_settings.isRecursive && !m_isOverflowed && feedsRecursion)
        return Step::Recursion;
    if (m_step == Step::MinActivations && !m_recursion.isEmpty() && m_settings.isRecursive && !m_isOverflowed)
        return Step::Recursion;
    if (m_settings.minActivations > 0 && m_result.activated.size() < m_settings.minActivations &&
        !m_isOverflowed) {
        const int limit = m_settings.minActivationsDepthMax;
        if (!(limit > 0 && m_depth > limit) && m_depth <= m_inputs.texts.messages.size()) {
            ++m_depth;
            return Step::MinActivations;
        }
    }
    if (!m_delayLevels.empty() && m_settings.isRecursive) {
        m_delayLevel = m_delayLevels.extract(m_delayLevels.begin()).value();
        return Step::Recursion;
    }
    return std::nullopt;
}

LoreScanResult Scan::run()
{
    for (int steps = 1;; ++steps) {
        m_successful.clear();
        activate(collect());
        if (m_settings.maxRecursionSteps > 0 && steps >= m_settings.maxRecursionSteps)
            break;
        const std::optional<Step> next = nextStep(m_successful);
        if (!next)
            break;
        QStringList fed;
        for (const qsizetype index : std::as_const(m_successful)) {
            if (!m_inputs.candidates[index].entry.preventRecursion)
                fed.append(m_contents.value(index));
        }
        if (!fed.isEmpty())
            m_recursion.append(fed.join(u'\n'));
        m_step = *next;
    }
    return m_result;
}

} // namespace

LoreScanResult scanLore(const LoreScanInputs &inputs)
{
    return Scan(inputs).run();
}

} // namespace snug
