// One lore entry, block or other part of prompts, or one variable, as it was in the requests of a chat: taken
// from what the ledger kept, nothing is assembled anew.
#pragma once

#include "core/ledger/ledgerentry.h"
#include "core/prompt/source.h"

#include <QStringList>

namespace snug {

struct StoryThing
{
    Source source = {};    // of a part of prompts
    QString variable = {}; // the name of a variable; empty = it is none
    bool isOfAllChats = false;

    bool isVariable() const { return !variable.isEmpty(); }
    QString name() const; // as the user calls it
};

// What became of it in one request.
struct StoryMoment
{
    LedgerHead head;
    bool isKnown = false; // the request was kept with its prompt, of a variable with its values
    bool isIn = false;    // in the prompt; of a variable: it had a value
    int tokens = 0;       // as they were counted then
    CountKind kind = CountKind::Estimate;
    QString value = {};         // of a variable, once the prompt was made
    QString reason = {};        // of lore: why it fired
    QStringList woke = {};      // lore that its text made fire
    QStringList displaced = {}; // what would have been sent in its place
    QString reply = {};         // how the answer began
};

// May take milliseconds: the record is read.
StoryMoment storyMoment(const StoryThing &thing, const LedgerEntry &entry);

struct StorySum
{
    int known = 0;
    int in = 0;
    qint64 tokens = 0;
    CountKind kind = CountKind::Exact; // the least that one of the counts is
    int values = 0;                    // of a variable: how often it changed
};
// `moments` in the order in which they were sent.
StorySum storySum(const QList<StoryMoment> &moments);
// "In 34 of 60 requests · ~4,120 tokens in sum"
QString storySumText(const StoryThing &thing, const StorySum &sum);
// What there is to say of it beside the count, a line each.
QStringList storyLines(const StoryMoment &moment);

} // namespace snug
