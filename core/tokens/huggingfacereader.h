// Hugging Face's tokenizer.json with a BPE model: byte-level (Llama 3, Qwen, Mistral, GPT-2) and with
// byte fallback (Llama 2, Gemma).
#pragma once

#include "core/result.h"
#include "core/tokens/tokenizer.h"

namespace snug {

// `bytes` is the whole file. Errors name the place inside it ("model.merges.12", "line 3, column 4");
// models and steps that are not understood are errors, never wrong counts.
Result<TokenizerPtr> readHuggingFaceTokenizer(const QByteArray &bytes, const QString &name);

} // namespace snug
