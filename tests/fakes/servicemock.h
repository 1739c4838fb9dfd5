// Stand-ins for services that refuse what the real ones refuse, stream one reply in their own shape, list a
// model and count.
#pragma once

#include "tests/fakes/recordingserver.h"

namespace snug {

enum class MockedService : quint8 {
    OpenAi,    // refuses body keys that it does not know, and neutral ones with them, and what the model
               // does not take
    Anthropic, // wants x-api-key, max_tokens, texts that are not empty, samplers and words about thinking as
               // the model takes them, the user last where the model takes no beginning of a reply
    Gemini,    // refuses unknown names, a key in the address, thinking that is not the model's
    Vertex,    // wants its own address; else as Gemini, without a list of models
    GeminiAsOpenAi, // its address of OpenAI's shape: refuses penalties, neutral ones too; errors in a list
    Xai,            // its thinking models refuse penalties and stop texts, whatever they say; levels are
                    // for those that have them
    Mistral,        // 422 for names in messages and unknown keys
    Cohere,         // its own names for samplers
    Ollama,         // wants its context size
    DeepSeek,       // refuses two of one role in a row, log-probabilities while it thinks, unknown levels
    Responses,      // OpenAI's: wants items, refuses what only chats have, samplers, and to say its thoughts
    OpenRouter,     // refuses unknown keys and unknown levels
    KoboldCpp,      // wants lists where it has lists
    Tabby,          // its key in a header of its own; types are checked; a beginning beside the messages
    Vllm,           // a last message goes on, or a new one begins: not both; a top_k of 0
    TextGenerationWebUi, // types are checked; goes on with the last message only if it is told
    LlamaCpp,            // types are checked; one reply may be begun, not two
    LmStudio,            // no texts for "stop" but in a list; no empty list of messages
    NovelAi,             // refuses keys that are not OpenAI's
    NovelAiTexts,        // its older stream: wants its parameters in an object, and types in it
    Horde,               // takes jobs; refuses lengths and contexts out of its bounds
    StrictTemplate,      // 500 unless user and assistant take turns
};

inline constexpr QByteArrayView mockedKey("mocked-key-0123456789");
// What each of them replies.
inline constexpr QStringView mockedReply(u"Mira waves.");

RawAnswer mockedAnswer(MockedService service, const RecordedRequest &request);

} // namespace snug
