// A reply that the service has paused, most often while it searched the web, goes on when what came of it is
// sent back as it came. docs/wire.md#anthropic
#pragma once

#include "core/wire/wirerequest.h"

#include <QByteArray>

#include <optional>

namespace snug {

// `answer` is the whole body of what came to `sent`. Nothing: it holds no blocks that could be sent back.
std::optional<WireRequest> requestAfterPause(const WireRequest &sent, const QByteArray &answer);

} // namespace snug
