// A tokenizer put together from its parts.
#pragma once

#include "core/tokens/addedtokens.h"
#include "core/tokens/normalizer.h"
#include "core/tokens/pieceencoder.h"
#include "core/tokens/pretokenizer.h"
#include "core/tokens/tokenizer.h"

namespace snug {

struct BpeParts
{
    QString name;
    AddedTokens added; // found in the text as it is
    Normalizer normalizer;
    AddedTokens addedNormalized; // found in what the normalizer makes of the rest
    Normalizer prefix;           // what the pre-tokenizer changes before it cuts
    Pretokenizer pretokenizer;
    std::unique_ptr<PieceEncoder> encoder;
    QHash<int, QByteArray> spellings; // of tokens that stand for other bytes than the vocabulary says
};

TokenizerPtr bpeTokenizer(BpeParts parts);

} // namespace snug
