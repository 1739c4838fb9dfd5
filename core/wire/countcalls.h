// How many tokens a text has, asked of the service that will read it.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <QStringView>

namespace snug {

// llama.cpp, KoboldCpp, TabbyAPI, text-generation-webui, vLLM, Gemini and Cohere count single texts; Ollama
// and the others do not, or count whole requests only.
bool mayCountTexts(const Connection &connection);

// Cohere counts no long ones.
bool mayCountText(const Connection &connection, QStringView text);

// Without the token that begins a text. Only where mayCountTexts(). The answer is for parseTokenCount().
WireRequest countRequest(const Connection &connection, const Secret &key, QStringView text);

} // namespace snug
