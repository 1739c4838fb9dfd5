#include "core/lore/nearestmiss.h"

#include "core/lore/keymatch.h"
#include "core/lore/scantexts.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class MissSearch
{
public:
    MissSearch(const LoreEvidence &evidence, const QList<LoreTrace> &rows, const QList<qsizetype> &wanted);

    QList<LoreMiss> run(const std::stop_token &stop);

private:
    struct Wanted
    {
        qsizetype candidate = 0;
        int depth = 0;
        quint8 sources = 0;
        bool seesRecursion = true;
    };

    void addKeys(qsizetype number, const LoreTrace &row);
    void lookIn(LorePlace place, const QString &text, int back, int message);
    void consider(qsizetype number, const LoreMiss &miss);
    QString wordAt(const QString &text, qsizetype start, qsizetype length) const;
    const LoreEntry &entryOf(qsizetype number) const
    {
        return *m_evidence.index->candidates()[static_cast<size_t>(m_wanted[number].candidate)].entry;
    }

    const LoreEvidence &m_evidence;
    QList<Wanted> m_wanted;
    QList<LoreMiss> m_misses;
    PatternSet m_keys;                                   // in lower case, wherever they stand
    std::vector<std::pair<quint32, qsizetype>> m_owners; // by number in m_keys: key of the index, wanted
};

MissSearch::MissSearch(const LoreEvidence &evidence, const QList<LoreTrace> &rows,
                       const QList<qsizetype> &wanted)
    : m_evidence(evidence)
    , m_misses(wanted.size())
{
    for (const qsizetype candidate : wanted) {
        m_wanted.append({.candidate = candidate});
        const LoreEntry &entry = entryOf(m_wanted.size() - 1);
        Wanted &each = m_wanted.last();
        each.depth = std::clamp(entry.scanDepth.value_or(evidence.depth), 0, 1000);
        each.sources = ScanTexts::sourcesOf(entry);
        each.seesRecursion = !entry.excludeRecursion;
        addKeys(m_wanted.size() - 1, rows.at(candidate));
    }
    m_keys.build();
}

void MissSearch::addKeys(qsizetype number, const LoreTrace &row)
{
    const LoreCandidate &candidate =
        m_evidence.index->candidates()[static_cast<size_t>(m_wanted[number].candidate)];
    using Logic = LoreEntry::SecondaryLogic;
    const Logic logic = candidate.entry->secondaryLogic;
    const bool lacksSecondary =
        row.gate == LoreGate::SecondaryKeys && (logic == Logic::AndAny || logic == Logic::AndAll);
    if (row.gate != LoreGate::KeyNotFound && row.gate != LoreGate::ExcludeRecursion && !lacksSecondary)
        return;
    const quint32 first = lacksSecondary ? candidate.firstSecondary : candidate.firstKey;
    const quint32 end = lacksSecondary ? candidate.keysEnd : candidate.firstSecondary;
    for (quint32 key = first; key < end; ++key) {
        if (m_evidence.index->keys()[key].kind != LoreKey::Kind::Literal)
            continue;
        m_keys.add(static_cast<quint32>(m_owners.size()), lowered(m_evidence.index->keyText(key)).text,
                   false);
        m_owners.emplace_back(key, number);
    }
}

void MissSearch::consider(qsizetype number, const LoreMiss &miss)
{
    LoreMiss &best = m_misses[number];
    if (best.kind == LoreMiss::Kind::None || miss.kind < best.kind)
        best = miss;
}

QString MissSearch::wordAt(const QString &text, qsizetype start, qsizetype length) const
{
    qsizetype end = start + length;
    while (start > 0 && isWordUnit(text[start - 1].unicode()))
        --start;
    while (end < text.size() && isWordUnit(text[end].unicode()))
        ++end;
    return text.sliced(start, std::min(end, text.size()) - start);
}

void MissSearch::lookIn(LorePlace place, const QString &text, int back, int message)
{
    if (text.isEmpty())
        return;
    const LoweredText lower = lowered(text);
    for (const PatternHit &hit : m_keys.find(lower.text)) {
        const auto [key, number] = m_owners[hit.pattern];
        const Wanted &wanted = m_wanted[number];
        const LoreEntry &entry = entryOf(number);
        LoreMiss miss;
        miss.key = m_evidence.index->keyText(key);
        miss.place = place;
        miss.message = message;
        miss.back = back;
        miss.depth = wanted.depth;
        const KeyLiteral literal = keyLiteral(miss.key, keyOptions(entry, m_evidence.settings));
        const bool occurs =
            (literal.isCaseSensitive ? literalPosition(literal, text) : literalPosition(literal, lower)) >= 0;
        bool isInReach = wanted.depth > 0;
        if (place == LorePlace::Message)
            isInReach = back <= wanted.depth;
        else if (place == LorePlace::Lore)
            isInReach = isInReach && wanted.seesRecursion;
        else if (place != LorePlace::Injection)
            isInReach =
                isInReach && (wanted.sources & (1U << (int(place) - int(LorePlace::PersonaDescription))));
        if (occurs && !isInReach) {
            miss.kind = place == LorePlace::Message ? LoreMiss::Kind::TooFarBack
                        : place == LorePlace::Lore  ? LoreMiss::Kind::OtherLore
                                                    : LoreMiss::Kind::NotLookedAt;
        } else if (!occurs && isInReach) {
            const qsizetype start = lower.originalPosition(hit.start);
            const KeyLiteral anyCase = keyLiteral(miss.key, {false, literal.isWholeWord});
            const qsizetype otherCase = literal.isCaseSensitive ? literalPosition(anyCase, lower) : -1;
            miss.kind = otherCase >= 0 ? LoreMiss::Kind::CaseOnly : LoreMiss::Kind::InsideWord;
            miss.word = otherCase >= 0
                            ? text.sliced(otherCase, std::min(miss.key.size(), text.size() - otherCase))
                            : wordAt(text, start, miss.key.size());
        } else {
            continue;
        }
        consider(number, miss);
    }
}

QList<LoreMiss> MissSearch::run(const std::stop_token &stop)
{
    if (m_keys.isEmpty())
        return m_misses;
    const LoreScanTexts &texts = m_evidence.texts;
    for (qsizetype i = 0; i < texts.messages.size() && !stop.stop_requested(); ++i) {
        const LoreMessage message = texts.messages.at(i);
        lookIn(LorePlace::Message, scannedMessage(message, m_evidence.settings), static_cast<int>(i + 1),
               message.index);
    }
    for (const auto &[place, text] : {std::pair(LorePlace::PersonaDescription, &texts.personaDescription),
                                      std::pair(LorePlace::CharacterDescription, &texts.characterDescription),
                                      std::pair(LorePlace::CharacterPersonality, &texts.characterPersonality),
                                      std::pair(LorePlace::CharacterDepthPrompt, &texts.characterDepthPrompt),
                                      std::pair(LorePlace::Scenario, &texts.scenario),
                                      std::pair(LorePlace::CreatorNotes, &texts.creatorNotes)})
        lookIn(place, *text, 0, -1);
    for (const QString &text : texts.injections)
        lookIn(LorePlace::Injection, text, 0, -1);
    for (const QString &text : m_evidence.recursion)
        lookIn(LorePlace::Lore, text, 0, -1);
    return m_misses;
}

class MissWords
{
    Q_DECLARE_TR_FUNCTIONS(LoreMiss)

public:
    static QString of(const LoreMiss &miss);

private:
    static QString where(const LoreMiss &miss);
};

QString MissWords::where(const LoreMiss &miss)
{
    if (miss.place != LorePlace::Message)
        return placeText(miss.place);
    return miss.back == 1 ? tr("in the newest message") : tr("%n messages back", nullptr, miss.back);
}

QString MissWords::of(const LoreMiss &miss)
{
    switch (miss.kind) {
    case LoreMiss::Kind::None:
        break;
    case LoreMiss::Kind::CaseOnly:
        //: %1 is a key, %2 what stands in the text instead, %3 says where, as in "2 messages back"
        return tr("Key “%1” differs in case only: “%2”, %3").arg(miss.key, miss.word, where(miss));
    case LoreMiss::Kind::InsideWord:
        //: %1 is a key, %2 the longer word, %3 says where, as in "2 messages back"
        return tr("Key “%1” is only part of a word: “%2”, %3").arg(miss.key, miss.word, where(miss));
    case LoreMiss::Kind::TooFarBack:
        return tr("Key “%1” occurs %n messages back, but scan depth is %2", nullptr, miss.back)
            .arg(miss.key)
            .arg(miss.depth);
    case LoreMiss::Kind::NotLookedAt:
        //: %2 says where, as in "in the scenario"
        return miss.depth == 0
                   ? tr("Key “%1” occurs %2, but scan depth is 0").arg(miss.key, where(miss))
                   : tr("Key “%1” occurs %2, where this entry does not look").arg(miss.key, where(miss));
    case LoreMiss::Kind::OtherLore:
        return tr("Key “%1” occurs in other lore, to which this entry does not react").arg(miss.key);
    }
    return {};
}

} // namespace

QList<LoreMiss> nearestMisses(const LoreEvidence &evidence, const QList<LoreTrace> &rows,
                              const QList<qsizetype> &wanted, const std::stop_token &stop)
{
    if (!evidence.index || evidence.index->size() != rows.size())
        return QList<LoreMiss>(wanted.size());
    return MissSearch(evidence, rows, wanted).run(stop);
}

LoreMisses silentMisses(const LoreEvidence &evidence, const QList<LoreTrace> &rows,
                        const std::stop_token &stop)
{
    QList<qsizetype> silent;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (!rows.at(i).fired)
            silent.append(i);
    }
    const QList<LoreMiss> found = nearestMisses(evidence, rows, silent, stop);
    LoreMisses misses;
    for (qsizetype i = 0; i < silent.size(); ++i) {
        if (found.at(i).kind != LoreMiss::Kind::None)
            misses.insert(silent.at(i), found.at(i));
    }
    return misses;
}

QString loreMissText(const LoreMiss &miss)
{
    return MissWords::of(miss);
}

} // namespace snug
