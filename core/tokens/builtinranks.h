// The vocabularies that come with Snug.
#pragma once

#include "core/result.h"
#include "core/tokens/tokenizer.h"

#include <QStringList>

namespace snug {

QStringList builtInTokenizerNames(); // "o200k_base", "cl100k_base"

// Builds the tables over the embedded ranks, in some 10 ms: keep the result. Null if `name` is none
// of the names.
TokenizerPtr builtInTokenizer(QStringView name);

} // namespace snug
