// By which tokenizer a connection's texts are counted, where the server itself is not asked.
#pragma once

#include "core/model/connection.h"

namespace snug {

// For loadTokenizer(): the file that the connection names, else the built-in vocabulary of its model's name;
// empty if there is neither, so that only an estimate is left.
QString tokenizerFor(const Connection &connection);

} // namespace snug
