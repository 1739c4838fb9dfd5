// Lorebooks played over all past turns of a chat: what became of every entry at each reply, had these books
// been in effect from the start. Decided by the lore stage that prompts are made with.
#pragma once

#include "core/prompt/loretrial.h"

#include <functional>
#include <vector>

namespace snug {

// What became of an entry from one turn on.
struct LoreRun
{
    int turn = 0; // number of a turn, not of a message
    LoreGate gate = LoreGate::KeyNotFound;

    bool operator==(const LoreRun &) const = default;
};

struct LoreReplayEntry
{
    QString book;
    int uid = 0;
    QString title;
    std::vector<LoreRun> runs; // ascending; the first begins at turn 0; neighbours differ

    LoreGate at(int turn) const;
    bool operator==(const LoreReplayEntry &) const = default;
};

struct LoreReplay
{
    QList<int> turns;                  // messages of the chat that are replies, ascending
    QList<LoreReplayEntry> entries;    // of all books in effect, in the order of the scan
    QList<int> tokens;                 // of all that fired, a turn
    QList<Json> records;               // of timed effects as a turn finds them: {"timedWorldInfo": …}
    QStringList warnings;              // whole sentences
    CountKind kind = CountKind::Exact; // of these numbers
    bool isComplete = false;           // false: it was stopped

    bool operator==(const LoreReplay &) const = default;
};

// Messages that somebody else than the user has written, in answer to something.
QList<int> pastTurns(const Chat &chat);

// The inputs of the request that this message of the chat was the reply to, as far as they are known: the
// chat up to there with these timed effects, nothing typed. Throws differ from turn to turn and follow from
// the seed. Card, persona, settings and clock stay as they are; entries that are found by what they say go by
// their keys, as nobody has measured the past.
PromptInputs atTurn(const PromptInputs &inputs, int message, const Json &records);

using ReplayProgress = std::function<void(int done, int count)>; // turns; on the thread of the replay

// Pure; for any thread. A message is searched once, whatever the number of turns that see it. Timed effects
// begin with none and go on from turn to turn.
LoreReplay replayLore(const PromptInputs &inputs, const std::stop_token &stop = {},
                      const ReplayProgress &progress = {});

// Every entry's row at one turn of the replay, with reasons and nearest misses.
LoreTrialResult loreAtTurn(const PromptInputs &inputs, const LoreReplay &replay, int turn,
                           const std::stop_token &stop = {});

} // namespace snug
