// How likely each token of a recorded answer was, where its server said so.
#pragma once

#include "core/wire/streamevent.h"
#include "core/wire/wirerequest.h"

namespace snug {

// Of the answer to `request`, as its bytes came; empty if nothing is said, or for more bytes than are quickly
// read.
QList<TokenLogProb> recordedLogProbs(const WireRequest &request, const QByteArray &received);

} // namespace snug
