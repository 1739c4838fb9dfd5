// A model that thinks by itself answers without it, where its service has a word for that. To hide thoughts
// is something else: then they are thought, and paid for, all the same.
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// Of bodies in OpenAI's shape and Ollama's; Claude's and Gemini's rules say it themselves.
void turnThinkingOff(Json &body, const ChatAsk &ask);
// The service has said what the model can, and thinking is not among it (Ollama).
bool cannotThink(const ChatAsk &ask);
// The body says so, or the model thinks only if asked.
bool isThinkingOff(const Json &body, const ChatAsk &ask);

} // namespace snug
