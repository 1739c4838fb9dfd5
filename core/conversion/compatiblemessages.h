// What SillyTavern 1.19.0 alone does to messages: its reading of tool calls, names and media where that is
// not what the service wants. docs/providers.md#differences-from-sillytavern
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// Before the service's rules: calls take the place of words, sounds stay as the page has them.
void prepareAsSillyTavern(OutboundPrompt &prompt, const ChatAsk &ask);
// Cohere's rules, which pass over the message behind a call that took the words in front of it.
OutboundPrompt cohereAsSillyTavern(OutboundPrompt prompt, const ChatAsk &ask, const MessageRules &rules);
// Behind all rules: signatures that no rule took stay in their messages.
void keepSignatures(OutboundPrompt &prompt, const ChatAsk &ask);

} // namespace snug
