#include "core/lore/lorecache.h"

#include <algorithm>
#include <utility>

namespace snug {

namespace {

// A generation's texts, UTF-16 units: several times what one scan of a long chat reads.
constexpr qsizetype generationUnits = 4 * 1024 * 1024;

} // namespace

const PatternHit *TextHits::find(quint32 key) const
{
    const auto found = std::ranges::lower_bound(literals, key, {}, &PatternHit::pattern);
    return found != literals.end() && found->pattern == key ? &*found : nullptr;
}

void LoreCache::makeRoom(qsizetype units)
{
    m_youngUnits += units;
    if (m_youngUnits <= generationUnits)
        return;
    m_old = std::exchange(m_young, {});
    m_youngUnits = units;
}

LoreCache::Findings &LoreCache::findings(const QString &text)
{
    if (const auto found = m_young.constFind(text); found != m_young.cend())
        return **found;
    std::shared_ptr<Findings> findings = m_old.take(text);
    if (!findings)
        findings = std::make_shared<Findings>();
    makeRoom(text.size());
    return **m_young.insert(text, findings);
}

LoreIndexPtr LoreCache::indexFor(const QList<ActiveLorebook> &books, const LoreSettings &settings)
{
    LoreIndexPtr index;
    {
        const QMutexLocker locker(&m_mutex);
        index = m_index;
    }
    if (index && index->isFor(books, settings))
        return index;
    index = std::make_shared<const LoreIndex>(books, settings);
    const QMutexLocker locker(&m_mutex);
    m_index = index;
    m_young.clear();
    m_old.clear();
    m_youngUnits = 0;
    return index;
}

TextHitsPtr LoreCache::hitsIn(const QString &text, const LoreIndexPtr &index)
{
    {
        const QMutexLocker locker(&m_mutex);
        if (index == m_index) {
            if (TextHitsPtr known = findings(text).literals)
                return known;
        }
    }
    auto hits = std::make_shared<TextHits>();
    hits->literals = index->find(text);
    hits->words = index->findWords(text);
    const QMutexLocker locker(&m_mutex);
    if (index == m_index)
        findings(text).literals = hits;
    return hits;
}

qsizetype LoreCache::literalPosition(const KeyLiteral &literal, const QString &text)
{
    const QMutexLocker locker(&m_mutex);
    Findings &known = findings(text);
    if (const auto position = known.positions.constFind(literal); position != known.positions.cend())
        return *position;
    if (!literal.isCaseSensitive && !known.lower) {
        known.lower = lowered(text);
        makeRoom(text.size());
    }
    // With the lock held: a search in a message takes no longer than handing the lock over.
    const qsizetype position = literal.isCaseSensitive ? snug::literalPosition(literal, text)
                                                       : snug::literalPosition(literal, *known.lower);
    known.positions.insert(literal, position);
    makeRoom(literal.text.size() + 32);
    return position;
}

QList<ExpressionPlace> LoreCache::findExpressions(const QList<ExpressionSearch> &searches,
                                                  const RegexEnginePtr &engine, const std::stop_token &stop)
{
    QList<ExpressionPlace> places(searches.size());
    QList<ExpressionSearch> unknown;
    QList<qsizetype> where;
    {
        const QMutexLocker locker(&m_mutex);
        // Many expressions in a row search one text.
        const Findings *known = nullptr;
        const QString *text = nullptr;
        for (qsizetype i = 0; i < searches.size(); ++i) {
            if (!text || !text->isSharedWith(searches[i].text)) {
                text = &searches[i].text;
                known = &findings(*text);
            }
            const auto place = known->expressions.constFind(searches[i].pattern);
            if (place != known->expressions.cend()) {
                places[i] = *place;
            } else {
                unknown.append(searches[i]);
                where.append(i);
            }
        }
    }
    if (unknown.isEmpty())
        return places;
    const QList<ExpressionPlace> found = snug::findExpressions(unknown, engine, stop);
    const QMutexLocker locker(&m_mutex);
    for (qsizetype i = 0; i < unknown.size(); ++i) {
        places[where[i]] = found[i];
        if (found[i].isPassing())
            continue;
        findings(unknown[i].text).expressions.insert(unknown[i].pattern, found[i]);
        makeRoom(unknown[i].pattern.body.size() + 32);
    }
    return places;
}

CountedRounds LoreCache::counts() const
{
    const QMutexLocker locker(&m_mutex);
    return m_counts;
}

void LoreCache::setCounts(const CountedRounds &counts)
{
    const QMutexLocker locker(&m_mutex);
    m_counts = counts;
}

} // namespace snug
