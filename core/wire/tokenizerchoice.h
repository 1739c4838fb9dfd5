// Who counts a connection's texts.
#pragma once

#include "core/model/connection.h"

namespace snug {

// For loadTokenizer(): the file that the connection names, else the built-in vocabulary of its model's name;
// empty if there is neither.
QString tokenizerFor(const Connection &connection);

// Whether there is a server that can be asked at all.
bool mayCountAtServer(const Connection &connection);

// Whether the server itself is asked, for which it is sent the texts: one that can, unless a file is
// named or the user has not wanted it. Where nobody was asked, this computer's own.
bool countsAtServer(const Connection &connection);

} // namespace snug
