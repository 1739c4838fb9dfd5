// Our counts against what servers said they read: how far ours can be trusted, and whether a server dropped
// part of a request without a word.
#pragma once

#include "core/ledger/ledgerentry.h"

#include <optional>

namespace snug {

// A server that read far less than it was sent.
struct SilentCut
{
    int sent = 0; // tokens, as the server would count them
    int read = 0; // as it said
    int dropped() const { return sent - read; }
    bool operator==(const SilentCut &) const = default;
};

// Of one model over one connection, counted by the same tokenizer.
struct CountCheck
{
    int requests = 0;  // that the figures rest on
    double ratio = 1;  // the server's count by ours, the middle one
    double spread = 0; // half of the requests differ from that by no more than this share of it
    int recent = 0;    // of these, the newest: the next one rests on them
    double off = 0;    // by what share of the server's count ours was wrong, on average
    bool isKnown() const { return requests >= 3; }
};

// From earlier requests like this one that were not cut.
CountCheck countCheck(const QList<LedgerHead> &heads, const LedgerHead &like);
// Nothing: all was read, or nobody can tell. Other prompts' wrappings (roles, a system text of the server's)
// make a server count more than we do, never much less.
std::optional<SilentCut> silentCut(const LedgerHead &head, const CountCheck &check);
// "The server read 4,096 of about 9,310 tokens: about 5,214 were dropped, most likely the oldest messages"
QString silentCutText(const SilentCut &cut);

} // namespace snug
