// Whether an entry's keys let it through (docs/sillytavern/lore.md#keys,
// docs/sillytavern/lore.md#inclusion-groups).
#pragma once

#include "core/lore/scantexts.h"

namespace snug {

// What entries without a depth of their own see at a step.
struct KeySight
{
    int depth = 0; // messages
    bool seesRecursion = true;
};

struct KeyVerdict
{
    LoreGate gate = LoreGate::KeyNotFound;
    LoreDetail detail = {};
    const ScannedText *text = nullptr; // where the primary key is
};

class KeySearch
{
public:
    KeySearch(const LoreScanInputs &inputs, ScanTexts &texts)
        : m_inputs(inputs)
        , m_index(*inputs.index)
        , m_texts(texts)
    {
    }

    ScanReach reachOf(const LoreEntry &entry, const KeySight &sight) const;
    // NoKeys, KeyNotFound, SecondaryKeys or KeyFound. Macros in keys are resolved as far as SillyTavern
    // looks at them.
    KeyVerdict judge(qsizetype index, const KeySight &sight);
    // How many keys occur, for scoring inside a group.
    int score(qsizetype index, const KeySight &sight);

private:
    struct Match
    {
        QString key;
        FoundKey found = {};
        explicit operator bool() const { return bool(found); }
    };

    const LoreCandidate &candidate(qsizetype index) const
    {
        return m_index.candidates()[static_cast<size_t>(index)];
    }
    Match match(quint32 key, const ScanReach &reach);
    Match matchText(const QString &text, const LoreCandidate &lore, const ScanReach &reach);
    LoreDetail detailOf(const Match &match) const;

    const LoreScanInputs &m_inputs;
    const LoreIndex &m_index;
    ScanTexts &m_texts;
};

} // namespace snug
