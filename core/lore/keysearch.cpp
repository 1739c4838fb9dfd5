#include "core/lore/keysearch.h"

#include "core/model/whitespace.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int greatestDepth = 1000;

} // namespace

ScanReach KeySearch::reachOf(const LoreEntry &entry, const KeySight &sight) const
{
    return {std::clamp(entry.scanDepth.value_or(sight.depth), 0, greatestDepth), ScanTexts::sourcesOf(entry),
            sight.seesRecursion};
}

KeySearch::Match KeySearch::matchText(const QString &text, const LoreCandidate &lore, const ScanReach &reach)
{
    if (reach.depth == 0)
        return {};
    if (const std::optional<RegexPattern> pattern = keyPattern(text)) {
        bool isInvalid = false;
        const FoundKey found = m_texts.findExpression(*pattern, lore.book, reach, isInvalid);
        if (!isInvalid)
            return {text, found};
    }
    return {text, m_texts.findLiteral(keyLiteral(text, keyOptions(*lore.entry, m_inputs.settings)), reach)};
}

KeySearch::Match KeySearch::match(quint32 number, const ScanReach &reach)
{
    const LoreKey &key = m_index.keys()[number];
    switch (key.kind) {
    case LoreKey::Kind::Empty:
        break;
    case LoreKey::Kind::Blank:
        return {m_index.keyAsWritten(number), m_texts.findAnything(reach)};
    case LoreKey::Kind::Literal:
        if (const FoundKey found = m_texts.findKey(number, reach))
            return {m_index.keyText(number), found};
        break;
    case LoreKey::Kind::Expression:
        if (!m_texts.mayMatch(key.number, reach))
            break;
        return matchText(m_index.keyText(number), candidate(key.candidate), reach);
    case LoreKey::Kind::Dynamic: {
        const QString &text = m_index.keyAsWritten(number);
        const QString resolved = m_inputs.resolveKey ? m_inputs.resolveKey(text) : text;
        const QString trimmed = javaScriptTrimmed(resolved).toString();
        if (!trimmed.isEmpty())
            return matchText(trimmed, candidate(key.candidate), reach);
        if (!resolved.isEmpty())
            return {resolved, m_texts.findAnything(reach)};
        break;
    }
    }
    return {};
}

LoreDetail KeySearch::detailOf(const Match &match) const
{
    LoreDetail detail;
    detail.key = match.key;
    if (!match.found)
        return detail;
    const ScannedText &text = *match.found.text;
    detail.place = text.place;
    detail.start = match.found.start;
    detail.length = match.found.length;
    if (text.place == LorePlace::Message) {
        const LoreMessage message = m_inputs.texts.messages.at(text.number);
        detail.message = message.index;
        detail.name = message.name;
        // From the scanned text to the message's own.
        const QString front = m_inputs.settings.includeNames ? QString(message.name + u": ") : QString();
        const QString whole = front + message.text;
        detail.start += whole.size() - trimmedStart(whole).size() - front.size();
        if (detail.start < 0) {
            detail.start = -1;
            detail.length = 0;
        }
    }
    return detail;
}

KeyVerdict KeySearch::judge(qsizetype index, const KeySight &sight)
{
    const LoreCandidate &lore = candidate(index);
    const LoreEntry &entry = *lore.entry;
    if (entry.keys.isEmpty())
        return {LoreGate::NoKeys};
    const ScanReach reach = reachOf(entry, sight);
    Match primary;
    for (quint32 key = lore.firstKey; key < lore.firstSecondary && !primary; ++key)
        primary = match(key, reach);
    if (!primary)
        return {LoreGate::KeyNotFound};
    KeyVerdict verdict{LoreGate::KeyFound, detailOf(primary), primary.found.text};
    if (!entry.selective || lore.firstSecondary == lore.keysEnd)
        return verdict;

    using Logic = LoreEntry::SecondaryLogic;
    const Logic logic = entry.secondaryLogic;
    bool isAny = false;
    bool isAll = true;
    for (quint32 key = lore.firstSecondary; key < lore.keysEnd; ++key) {
        const Match secondary = match(key, reach);
        isAny = isAny || secondary;
        isAll = isAll && secondary;
        if (secondary && logic != Logic::NotAll)
            verdict.detail.secondaryKey = secondary.key;
        // The first that settles it ends the search: macros of later keys are not resolved.
        if ((logic == Logic::AndAny && secondary) || (logic == Logic::NotAll && !secondary))
            return verdict;
    }
    if ((logic == Logic::NotAny && !isAny) || (logic == Logic::AndAll && isAll))
        return verdict;
    verdict.gate = LoreGate::SecondaryKeys;
    if (logic == Logic::AndAll)
        verdict.detail.secondaryKey.clear();
    else if (logic == Logic::NotAll)
        verdict.detail.secondaryKey = m_index.keyText(lore.keysEnd - 1);
    return verdict;
}

// Keys as they are written: SillyTavern neither trims them nor resolves their macros here.
int KeySearch::score(qsizetype index, const KeySight &sight)
{
    const LoreCandidate &lore = candidate(index);
    const ScanReach reach = reachOf(*lore.entry, sight);
    const auto occurs = [&](quint32 number) {
        const LoreKey &key = m_index.keys()[number];
        const QString &text = m_index.keyAsWritten(number);
        const bool isAsWritten = key.kind == LoreKey::Kind::Literal && text == m_index.keyText(number);
        return isAsWritten ? bool(m_texts.findKey(number, reach)) : bool(matchText(text, lore, reach));
    };
    int primary = 0;
    int secondary = 0;
    for (quint32 key = lore.firstKey; key < lore.firstSecondary; ++key)
        primary += occurs(key) ? 1 : 0;
    for (quint32 key = lore.firstSecondary; key < lore.keysEnd; ++key)
        secondary += occurs(key) ? 1 : 0;
    if (lore.entry->keys.isEmpty())
        return 0;
    switch (lore.entry->secondaryLogic) {
    case LoreEntry::SecondaryLogic::AndAny:
        return primary + secondary;
    case LoreEntry::SecondaryLogic::AndAll:
        return secondary == lore.entry->secondaryKeys.size() ? primary + secondary : primary;
    case LoreEntry::SecondaryLogic::NotAll:
    case LoreEntry::SecondaryLogic::NotAny:
        break;
    }
    return primary;
}

} // namespace snug
