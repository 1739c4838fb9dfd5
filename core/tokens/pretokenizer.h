// Cuts normalized text into the pieces that are encoded each for itself.
#pragma once

#include "core/tokens/splitpattern.h"

#include <QByteArrayView>

#include <vector>

namespace snug {

// What happens to the matches of a step's pattern, in Hugging Face's words.
enum class SplitBehaviour : quint8 { Isolated, Removed, MergedWithPrevious, MergedWithNext, Contiguous };

struct SplitStep
{
    SplitPattern pattern;
    SplitBehaviour behaviour = SplitBehaviour::Isolated;
    bool invert = false; // the pattern describes the text between the matches
};

// Each step cuts the pieces of the step before; no step: the text is one piece. Text that no
// pattern matches is a piece too, so nothing is lost unless a step removes it.
class Pretokenizer
{
public:
    Pretokenizer() = default;
    explicit Pretokenizer(std::vector<SplitStep> steps)
        : m_steps(std::move(steps))
    {
    }

    // Calls take(QByteArrayView) for each piece, none of them empty.
    template <typename Take> void split(QByteArrayView utf8, const Take &take, size_t firstStep = 0) const;

    // Likewise, but the pieces at the beginning only that stay the same whatever follows the text; what
    // follows them does not depend on them. None where more than one plain step cuts.
    template <typename Take> void splitCertain(QByteArrayView utf8, const Take &take) const;

private:
    std::vector<SplitStep> m_steps;
};

// A cut of one step: a match or what is between matches.
struct SplitPart
{
    qsizetype start = 0;
    qsizetype end = 0;
    bool match = false;
};

// Applies a behaviour to parts as they come; gives whole pieces to `take`.
template <typename Take> class SplitJoiner
{
public:
    SplitJoiner(SplitBehaviour behaviour, const Take &take)
        : m_behaviour(behaviour)
        , m_take(take)
    {
    }

    void add(SplitPart part)
    {
        if (part.start == part.end)
            return;
        if (m_behaviour == SplitBehaviour::Removed && part.match)
            return;
        if (m_waiting.start != m_waiting.end) {
            if (joins(part)) {
                m_waiting = {m_waiting.start, part.end, part.match};
                return;
            }
            finish();
        }
        m_waiting = part;
    }

    void finish()
    {
        if (m_waiting.start != m_waiting.end)
            m_take(m_waiting);
        m_waiting = {};
    }

private:
    bool joins(SplitPart next) const
    {
        switch (m_behaviour) {
        case SplitBehaviour::MergedWithPrevious:
            return next.match && !m_waiting.match;
        case SplitBehaviour::MergedWithNext:
            return m_waiting.match && !next.match;
        case SplitBehaviour::Contiguous:
            return next.match == m_waiting.match;
        case SplitBehaviour::Isolated:
        case SplitBehaviour::Removed:
            break;
        }
        return false;
    }

    SplitBehaviour m_behaviour;
    const Take &m_take;
    SplitPart m_waiting;
};

template <typename Take>
void Pretokenizer::split(QByteArrayView utf8, const Take &take, size_t firstStep) const
{
    if (utf8.isEmpty())
        return;
    if (firstStep >= m_steps.size()) {
        take(utf8);
        return;
    }
    const SplitStep &step = m_steps[firstStep];
    const auto passOn = [&](SplitPart part) {
        split(utf8.sliced(part.start, part.end - part.start), take, firstStep + 1);
    };
    SplitJoiner joiner(step.behaviour, passOn);
    SplitPattern::Matches matches(step.pattern, utf8);
    qsizetype at = 0;
    while (matches.next()) {
        joiner.add({at, matches.start(), step.invert});
        joiner.add({matches.start(), matches.end(), !step.invert});
        at = matches.end();
    }
    joiner.add({at, utf8.size(), step.invert});
    joiner.finish();
}

template <typename Take> void Pretokenizer::splitCertain(QByteArrayView utf8, const Take &take) const
{
    const bool isPlain = m_steps.size() == 1 && m_steps[0].behaviour == SplitBehaviour::Isolated &&
                         m_steps[0].pattern.looksAheadOnly();
    if (!isPlain || utf8.isEmpty())
        return;
    SplitPattern::Matches matches(m_steps[0].pattern, utf8);
    for (qsizetype at = 0; matches.nextCertain(); at = matches.end()) {
        if (matches.start() > at) // what no match takes is a piece too
            take(utf8.sliced(at, matches.start() - at));
        take(utf8.sliced(matches.start(), matches.end() - matches.start()));
    }
}

} // namespace snug
