// Samplers that only servers of the user's own know, in chats: a preset may name them as SillyTavern's text
// presets do ("dry_multiplier", "xtc_probability").
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// What of it this server's chat takes, in its spelling; nothing of what the preset does not say.
Json ownSamplers(const ChatAsk &ask);

} // namespace snug
