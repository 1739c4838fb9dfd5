// Turns one piece, as the pre-tokenizer cut it, into tokens.
#pragma once

#include "core/tokens/mergetable.h"
#include "core/tokens/vocabulary.h"

#include <QList>

#include <memory>

namespace snug {

class PieceEncoder
{
public:
    virtual ~PieceEncoder() = default;
    // Appends the ids to `ids`, or only counts them when that is null; gives their number.
    virtual int encode(QByteArrayView piece, QList<int> *ids) const = 0;
    virtual const Vocabulary &vocabulary() const = 0;
};

// tiktoken's encoder: a token's id is also its rank, and every pair of neighbours whose joined
// bytes are a token may merge. Null if `vocabulary` does not know every single byte.
std::unique_ptr<PieceEncoder> rankEncoder(Vocabulary vocabulary);

// How Hugging Face's BPE model begins a piece, before its list of merges takes over.
struct MergeRules
{
    bool bytes = false;             // symbols are bytes; otherwise characters
    bool wholePieceFirst = false;   // "ignore_merges"
    bool byteFallback = false;      // a character that is no token becomes tokens <0x00>…<0xFF>
    bool fuseUnknown = false;       // several unknown characters in a row are one token
    int unknown = Vocabulary::none; // none: what is unknown is left out
};

// How a byte is spelt as a token of byte fallback: "<0x0A>".
QByteArray byteTokenName(int byte);

std::unique_ptr<PieceEncoder> mergeEncoder(Vocabulary vocabulary, MergeTable merges, const MergeRules &rules);

} // namespace snug
