// What scans of the same books can leave to the next one: the index, the keys found in texts, matches
// of expressions, token counts. Handed in by the caller; it never changes a result, only the time.
#pragma once

#include "core/lore/keymatch.h"
#include "core/lore/loreindex.h"
#include "core/lore/lowercase.h"

#include <QHash>
#include <QList>
#include <QMutex>

#include <memory>
#include <optional>

namespace snug {

// Found in one text.
struct TextHits
{
    std::vector<PatternHit> literals; // by number of the key
    std::vector<quint32> words;       // LoreIndex::findWords()

    const PatternHit *find(quint32 key) const;
};
using TextHitsPtr = std::shared_ptr<const TextHits>;

// Tokens of growing texts: of the first content, the first two …
struct CountedContents
{
    QStringList contents;
    QList<int> sums;   // of all contents up to this one, a line break behind each
    QList<int> tokens; // of each alone
};

// What makes counts differ: those of another counting are not reused.
struct TokenCounting
{
    std::shared_ptr<const void> counter;
    bool isPlain = false; // nothing is added to a text's own tokens

    bool operator==(const TokenCounting &) const = default;
};

struct CountedRounds
{
    TokenCounting counting;
    bool isLimited = false;
    QList<CountedContents> rounds;
    CountedContents fed; // what rounds left to later ones: the last one stands in front; `tokens` stay empty
};

// Usable from any thread.
class LoreCache
{
public:
    LoreIndexPtr indexFor(const QList<ActiveLorebook> &books, const LoreSettings &settings);
    TextHitsPtr hitsIn(const QString &text, const LoreIndexPtr &index);
    qsizetype literalPosition(const KeyLiteral &literal, const QString &text);
    QList<ExpressionPlace> findExpressions(const QList<ExpressionSearch> &searches,
                                           const RegexEnginePtr &engine, const std::stop_token &stop);

    CountedRounds counts() const;
    void setCounts(const CountedRounds &counts);

private:
    // All that is known of one text.
    struct Findings
    {
        TextHitsPtr literals; // of m_index
        std::optional<LoweredText> lower;
        QHash<KeyLiteral, qsizetype> positions;
        QHash<RegexPattern, ExpressionPlace> expressions;
    };
    Findings &findings(const QString &text); // with m_mutex locked
    void makeRoom(qsizetype units);

    mutable QMutex m_mutex;
    LoreIndexPtr m_index;
    // Two generations: what is asked for moves to the young one; when that is full, the old one goes.
    QHash<QString, std::shared_ptr<Findings>> m_young;
    QHash<QString, std::shared_ptr<Findings>> m_old;
    qsizetype m_youngUnits = 0; // of its texts, UTF-16
    CountedRounds m_counts;
};

using LoreCachePtr = std::shared_ptr<LoreCache>;

} // namespace snug
