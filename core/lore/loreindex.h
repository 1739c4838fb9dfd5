// The entries of all lorebooks in effect, in the order in which they are served, with their keys
// prepared for one pass over a text. Immutable; made anew when books or settings change.
#pragma once

#include "core/lore/activelorebook.h"
#include "core/lore/keyexpression.h"
#include "core/lore/loresettings.h"
#include "core/lore/patternset.h"

#include <memory>
#include <vector>

namespace snug {

struct LoreKey
{
    enum class Kind : quint8 {
        Empty,
        Literal,    // looked for by the index
        Expression, // `number` is its place in LoreIndex::expressions()
        Dynamic,    // holds macros: what it says is known only when it is looked at
    };
    Kind kind = Kind::Empty;
    quint32 number = 0;
    quint32 candidate = 0; // whose key it is
    bool isSecondary = false;
};

struct LoreCandidate
{
    QString book;
    QString title; // the entry's, kept together with the others for who goes through them all
    const LoreEntry *entry = nullptr;
    int uid = 0;
    // Places in LoreIndex::keys(): primary keys, then from `firstSecondary` on the secondary ones.
    quint32 firstKey = 0;
    quint32 firstSecondary = 0;
    quint32 keysEnd = 0;
    bool isActivating = false; // @@activate
    bool isBarred = false;     // @@dont_activate
    // Stopped or let through by something else than its keys, perhaps.
    bool isSpecial = false;
};

class LoreIndex
{
public:
    LoreIndex(QList<ActiveLorebook> books, const LoreSettings &settings);

    bool isFor(const QList<ActiveLorebook> &books, const LoreSettings &settings) const;

    const std::vector<LoreCandidate> &candidates() const { return m_candidates; }
    qsizetype size() const { return static_cast<qsizetype>(m_candidates.size()); }
    const std::vector<LoreKey> &keys() const { return m_keys; }
    const QList<RegexPattern> &expressions() const { return m_expressions; }
    const QString &keyAsWritten(quint32 key) const;
    QString keyText(quint32 key) const; // trimmed

    // All literal keys in a text, by their number; first occurrences.
    std::vector<PatternHit> find(QStringView text) const;

    // Candidates that may fire without a literal key: to be looked at in any case. Ascending.
    const std::vector<quint32> &alwaysLookedAt() const { return m_always; }
    // Those with a lasting effect.
    const std::vector<quint32> &timed() const { return m_timed; }
    const QList<int> &delayLevels() const { return m_delayLevels; } // ascending
    int furthestDepth() const { return m_furthestDepth; }           // of entries with a depth of their own

private:
    void prepareCandidate(quint32 number, const QString &book, const LoreEntry &entry);
    LoreKey prepare(const QString &key, const LoreEntry &entry);

    const QList<ActiveLorebook> m_books; // candidates point into it
    const LoreSettings m_settings;
    std::vector<LoreCandidate> m_candidates;
    std::vector<LoreKey> m_keys;
    QList<RegexPattern> m_expressions;
    PatternSet m_lower;
    PatternSet m_exact;
    std::vector<quint32> m_always;
    std::vector<quint32> m_timed;
    QList<int> m_delayLevels;
    int m_furthestDepth = 0;
    QString m_scratch; // while keys are prepared
};

using LoreIndexPtr = std::shared_ptr<const LoreIndex>;

} // namespace snug
