// What servers report about whole prompts teaches how many tokens their model's tokenizer makes of a
// vocabulary's.
#pragma once

#include "core/tokens/nearestvocabulary.h"

#include <QList>

namespace snug {

// One prompt that was sent, and what the server said about it.
struct ReportedCount
{
    WritingCounts text{}; // of the vocabulary, over all texts
    int fixed = 0;        // counted for what is no text: roles and marks between messages
    int reported = 0;     // tokens that the server read
    bool operator==(const ReportedCount &) const = default;
};

// More than this teach nothing new; the oldest go.
inline constexpr qsizetype mostReported = 40;

// `known`: the rates to begin with, from which writings that no prompt had keep their proportion. The newest
// report is the last. A server that cut a prompt now and then does not spoil what the others say.
TokenRates learntRates(const QList<ReportedCount> &reports, const TokenRates &known);

} // namespace snug
