// Finds the counter that the user, a connection or the command line asks for.
#pragma once

#include "core/result.h"
#include "core/tokens/tokenizer.h"

namespace snug {

// "estimate", a built-in name (builtInTokenizerNames()), the recipe of a nearest vocabulary, "~llama-3" for a
// family's nearest, or a file: a Hugging Face tokenizer.json, a folder that has one, or tiktoken's ranks.
// Reads and parses on the calling thread (10 ms for a built-in one, up to seconds for a file): never call it
// on the GUI's. The counter remembers the counts of whole texts (countcache.h).
Result<TokenCounterPtr> loadTokenizer(const QString &fileOrName);

// The same for a file only, without the memory; for who needs the ids.
Result<TokenizerPtr> readTokenizerFile(const QString &path);

// The built-in encoding of OpenAI's models, also under a vendor's prefix ("openai/gpt-4o-mini");
// empty if the model has none.
QString tokenizerNameForModel(QStringView model);

// loadTokenizer() of that name; null if the model has none: then only an estimate is left.
TokenCounterPtr counterForModel(QStringView model);

} // namespace snug
