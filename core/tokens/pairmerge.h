// The core of byte pair encoding: of all neighbours that may merge, the pair of lowest rank merges
// first, the leftmost of equals, until none is left.
#pragma once

#include <QVarLengthArray>
#include <queue>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace snug {

// A stretch of the piece that is one token so far.
struct Symbol
{
    quint32 start = 0;
    quint32 length = 0;
    int id = -1;
};

// What becomes of two neighbours. Two pairs of equal rank give the same token.
struct Merge
{
    static constexpr quint32 never = std::numeric_limits<quint32>::max();
    quint32 rank = never;
    int id = -1;
};

using Symbols = QVarLengthArray<Symbol, 64>;

// Quadratic, but without overhead: for the words that text is made of.
template <typename Lookup> void mergeFew(Symbols &symbols, const Lookup &lookup)
{
    QVarLengthArray<Merge, 64> merges(symbols.size());
    const auto update = [&](qsizetype at) {
        merges[at] = at + 1 < symbols.size() ? lookup(symbols[at], symbols[at + 1]) : Merge();
    };
    for (qsizetype i = 0; i < symbols.size(); ++i)
        update(i);
    while (symbols.size() > 1) {
        const auto best = std::ranges::min_element(merges, {}, &Merge::rank);
        if (best->rank == Merge::never)
            return;
        const qsizetype at = best - merges.begin();
        symbols[at].length += symbols[at + 1].length;
        symbols[at].id = best->id;
        symbols.remove(at + 1);
        merges.remove(at + 1);
        update(at);
        if (at > 0)
            update(at - 1);
    }
}

// n log n: for a megabyte without a single split.
template <typename Lookup> void mergeMany(Symbols &symbols, const Lookup &lookup)
{
    constexpr quint32 end = std::numeric_limits<quint32>::max();
    const auto count = quint32(symbols.size());
    std::vector<quint32> next(count), previous(count);
    std::vector<Merge> merges(count);
    // Rank, then position. An entry whose pair has changed since is skipped when it comes up.
    std::vector<quint64> entries;
    entries.reserve(count);
    for (quint32 i = 0; i < count; ++i) {
        next[i] = i + 1 < count ? i + 1 : end;
        previous[i] = i > 0 ? i - 1 : end;
        if (i + 1 < count)
            merges[i] = lookup(symbols[i], symbols[i + 1]);
        if (merges[i].rank != Merge::never)
            entries.push_back(quint64(merges[i].rank) << 32 | i);
    }
    std::priority_queue queue(std::greater<quint64>(), std::move(entries));
    const auto update = [&](quint32 at) {
        merges[at] = next[at] != end ? lookup(symbols[at], symbols[next[at]]) : Merge();
        if (merges[at].rank != Merge::never)
            queue.push(quint64(merges[at].rank) << 32 | at);
    };
    while (!queue.empty()) {
        const auto at = quint32(queue.top());
        const auto rank = quint32(queue.top() >> 32);
        queue.pop();
        if (merges[at].rank != rank)
            continue;
        const quint32 eaten = next[at];
        symbols[at].length += symbols[eaten].length;
        symbols[at].id = merges[at].id;
        merges[eaten] = Merge();
        next[at] = next[eaten];
        if (next[at] != end)
            previous[next[at]] = at;
        update(at);
        if (previous[at] != end)
            update(previous[at]);
    }
    qsizetype kept = 0;
    for (quint32 i = 0; i != end && i < count; i = next[i])
        symbols[kept++] = symbols[i];
    symbols.resize(kept);
}

// `lookup(left, right)` gives the Merge of two neighbours.
template <typename Lookup> void mergePairs(Symbols &symbols, const Lookup &lookup)
{
    constexpr qsizetype fewest = 96;
    if (symbols.size() < fewest)
        mergeFew(symbols, lookup);
    else
        mergeMany(symbols, lookup);
}

} // namespace snug
