#include "core/wire/wiredialect.h"

#include "core/wire/replydecoder.h"

namespace snug {

namespace {

std::unique_ptr<ReplyReader> readerFor(WireDialect dialect)
{
    switch (dialect) {
    case WireDialect::OpenAiChat:
    case WireDialect::OpenAiCompletion:
        return openAiReader();
    case WireDialect::OpenAiResponses:
        return responsesReader();
    case WireDialect::Anthropic:
        return anthropicReader();
    case WireDialect::Gemini:
        return geminiReader();
    case WireDialect::Cohere:
        return cohereReader();
    case WireDialect::OllamaChat:
    case WireDialect::OllamaGenerate:
    case WireDialect::OllamaPull:
        return ollamaReader();
    case WireDialect::KoboldGenerate:
    case WireDialect::NovelAi:
        return koboldReader();
    case WireDialect::LlamaCompletion:
        return llamaReader();
    case WireDialect::Horde:
        return hordeReader();
    }
    return openAiReader();
}

bool hasTags(WireDialect dialect)
{
    return dialect != WireDialect::OpenAiResponses && dialect != WireDialect::Anthropic &&
           dialect != WireDialect::Gemini && dialect != WireDialect::Cohere &&
           dialect != WireDialect::OllamaPull;
}

} // namespace

std::unique_ptr<StreamDecoder> decoderFor(WireDialect dialect, ThinkTagsIn tags)
{
    return std::make_unique<ReplyDecoder>(readerFor(dialect), hasTags(dialect) ? tags : ThinkTagsIn::Keep);
}

} // namespace snug
