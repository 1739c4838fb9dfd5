// The entries of all lorebooks in effect, in the order in which they are served, with their keys
// prepared for one pass over a text. Immutable; made anew when books or settings change.
#pragma once

#include "core/lore/activelorebook.h"
#include "core/lore/keyexpression.h"
#include "core/lore/loresettings.h"
#include "core/lore/patternset.h"

#include <QHash>

#include <memory>
#include <vector>

namespace snug {

struct LoreKey
{
    enum class Kind : quint8 {
        Empty,
        Blank,      // of white space alone: is in every text
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
    // What is needed for a match of an expression; null: nothing is known.
    struct Needs
    {
        std::vector<quint32> anyOf; // numbers of words, see findWords()
        bool isLocal = false;       // ExpressionNeeds::isLocal
    };
    const Needs *needsOf(const RegexPattern &expression) const;
    const Needs *needsOf(quint32 number) const // of expressions()
    {
        return m_needsOf[number] < 0 ? nullptr : &m_needs[static_cast<size_t>(m_needsOf[number])];
    }
    size_t wordCount() const { return m_wordCount; }
    // The words that occur in a text, ascending, of those that expressions need.
    std::vector<quint32> findWords(QStringView text) const;
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
    void prepareNeeds();

    const QList<ActiveLorebook> m_books; // candidates point into it
    const LoreSettings m_settings;
    std::vector<LoreCandidate> m_candidates;
    std::vector<LoreKey> m_keys;
    QList<RegexPattern> m_expressions;
    std::vector<Needs> m_needs;
    std::vector<qint32> m_needsOf; // by number of the expression: places in m_needs, -1 = not known
    QHash<RegexPattern, qint32> m_needsByPattern;
    PatternSet m_words;
    size_t m_wordCount = 0;
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
