// Two replays of the same chat beside each other: what an edit of lorebooks would have changed.
#pragma once

#include "core/prompt/lorereplay.h"

namespace snug {

// What became of an entry at a turn, in the words of the heat strip.
enum class LoreFate : quint8 {
    Absent,   // the entry is not in these books
    NotTried, // switched off, filtered, waiting or cooling down: its keys did not count
    Missed,   // no key was found, or the others of its keys ruled it out
    Lost,     // its group, its throw or an empty text stopped it after its keys
    Cut,      // the lore budget
    Fired,
};
LoreFate loreFate(LoreGate gate);
// "fired", "cut by the budget" …
QString loreFateName(LoreFate fate);

struct LoreReplayRow
{
    QString book;
    int uid = 0;
    QString title;
    // Places in the entries of the two replays; -1 = it is not there.
    qsizetype before = -1;
    qsizetype after = -1;
    int firedBefore = 0; // turns, here and below
    int firedAfter = 0;
    int cutAfter = 0;
    int gained = 0;
    int lost = 0;

    bool isChanged() const { return gained > 0 || lost > 0 || before < 0 || after < 0; }
    bool operator==(const LoreReplayRow &) const = default;
};

struct LoreReplayComparison
{
    QList<LoreReplayRow> rows; // those of `after` in their order, then those that are gone
    int turns = 0;
    qsizetype gained = 0; // firings
    qsizetype lost = 0;
    double tokens = 0;                 // more on average, of what fired, a turn
    CountKind kind = CountKind::Exact; // of the less exact of the two

    bool operator==(const LoreReplayComparison &) const = default;
};

LoreFate fateAt(const LoreReplay &replay, qsizetype entry, int turn);

// Entries of one book and uid belong together; of the others those with the same title, if there is but one
// on each side.
LoreReplayComparison compareReplays(const LoreReplay &before, const LoreReplay &after);

// "Adds 41 firings, loses 3, +18 tokens on average. “Inn” never fired in 2,000 turns." `book`: whose entries
// may be named as never fired; empty = all.
QString replaySummary(const LoreReplayComparison &comparison, const QString &book = {});

} // namespace snug
