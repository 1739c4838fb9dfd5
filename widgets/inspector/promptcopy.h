// Messages as text for the clipboard.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// {"role": …, "name"?: …, "content": …}, as a chat completion takes it.
QString messageAsJson(const OutboundMessage &message);

// [{"role", "content", "name"?, "segments": [{"start", "length", "source": {"type", "id", "label",
// "path"}}], "tokens"}, …]: the shape of `snug assemble` (offsets are UTF-16 units).
QString messagesAsJsonWithSources(const QList<OutboundMessage> &messages);

// [{"role", "content", "source": {"type", "id", …}}, …] in SmartTavern's vocabulary. What framing laid out
// has the very objects that it specifies; elsewhere they say type, id and label.
QString messagesAsJsonWithSource(const QList<OutboundMessage> &messages);

// One message's source object.
Json sourceObjectOf(const OutboundMessage &message);

} // namespace snug
