// The packed ranks of a tokenizer, and the table that a build makes of them (resources/tokenizers).
#pragma once

#include "core/tokens/vocabulary.h"

namespace snug {

// The format is described in resources/tokenizers/make_ranks.py. `file` must outlive the vocabulary.
Vocabulary vocabularyFromRanks(QByteArrayView file);

// A vocabulary as it lies in memory, in the byte order of the machine: what reads it copies nothing.
// "snugvoc1", u32 tokens, u32 bytes of the tokens, u32 the longest one's, u32 slots; then the slots, the
// starts (one more than tokens) and the bytes, see Vocabulary.
QByteArray vocabularyTable(const Vocabulary &vocabulary);
// `table` must lie at an address that 8 divides, and outlive the vocabulary.
Vocabulary vocabularyFromTable(QByteArrayView table);

} // namespace snug
