// The shapes in which services answer, and a decoder for each. Services that speak the same shape share it.
#pragma once

#include "core/wire/provider.h"

#include <memory>

namespace snug {

// docs/wire.md#dialects
enum class WireDialect : quint8 {
    OpenAiChat, // also Mistral, DeepSeek, xAI, Groq, OpenRouter, Together, Fireworks, vLLM, TabbyAPI, …
    OpenAiCompletion,
    OpenAiResponses, // also xAI, DeepSeek, llama-server
    Anthropic,       // /v1/messages
    Gemini,          // :streamGenerateContent, as events and as a JSON array, :generateContent
    Cohere,          // /v2/chat
    OllamaChat,      // /api/chat
    OllamaGenerate,  // /api/generate
    OllamaPull,      // /api/pull: progress, no text
    KoboldGenerate,  // /api/v1/generate, /api/extra/generate/stream, /api/extra/generate/check
    NovelAi,         // /ai/generate, /ai/generate-stream
    LlamaCompletion, // llama-server's /completion
    Horde,           // a job of AI Horde, then how it stands, again and again
};

// Whether <think> at the start of a text is reasoning. llama-server separates it itself, and where it was
// told not to, the tags are wanted. Dialects that always separate thoughts leave texts alone.
enum class ThinkTagsIn : quint8 { Split, Keep };

// Never null. The body may be a stream of events, JSON lines, a JSON array or one object, whatever was asked
// for.
std::unique_ptr<StreamDecoder> decoderFor(WireDialect dialect, ThinkTagsIn tags = ThinkTagsIn::Split);

} // namespace snug
