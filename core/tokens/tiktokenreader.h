// tiktoken's files of ranks: a line per token, its bytes in Base64, a space, its rank.
#pragma once

#include "core/result.h"
#include "core/tokens/tokenizer.h"
#include "core/tokens/vocabulary.h"

namespace snug {

// The file does not say how text is split, so `name` has to: one that contains o200k, cl100k, p50k,
// r50k or gpt2. 128,000 ranks under another name are Llama 3's, which splits like cl100k.
Result<TokenizerPtr> readTiktokenRanks(const QByteArray &bytes, const QString &name);

// A tokenizer over ranks that are known to be in order.
Result<TokenizerPtr> tiktokenTokenizer(Vocabulary vocabulary, QStringView pattern, const QString &name);

} // namespace snug
