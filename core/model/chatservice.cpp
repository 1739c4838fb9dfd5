#include "core/model/chatservice.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

const QList<ChatServiceFacts> &chatServices()
{
    using enum ChatService;
    using Key = ChatServiceFacts::Key;
    static const QList<ChatServiceFacts> list{
        {OpenAi, u"openai"_s, u"OpenAI"_s, u"https://api.openai.com/v1"_s, Key::Needed,
         u"https://platform.openai.com/api-keys"_s},
        {Claude, u"claude"_s, u"Anthropic Claude"_s, u"https://api.anthropic.com/v1"_s, Key::Needed,
         u"https://platform.claude.com/settings/keys"_s},
        {OpenRouter, u"openrouter"_s, u"OpenRouter"_s, u"https://openrouter.ai/api/v1"_s, Key::Needed,
         u"https://openrouter.ai/keys"_s},
        {Gemini, u"makersuite"_s, u"Google Gemini"_s, u"https://generativelanguage.googleapis.com"_s,
         Key::Needed, u"https://aistudio.google.com/apikey"_s},
        {Vertex,
         u"vertexai"_s,
         u"Google Vertex AI"_s,
         {},
         Key::Needed,
         u"https://console.cloud.google.com/vertex-ai"_s},
        {Mistral, u"mistralai"_s, u"Mistral"_s, u"https://api.mistral.ai/v1"_s, Key::Needed,
         u"https://console.mistral.ai/api-keys"_s},
        {Custom, u"custom"_s, u"OpenAI-compatible"_s, {}, Key::Optional},
        {Cohere, u"cohere"_s, u"Cohere"_s, u"https://api.cohere.com/v2"_s, Key::Needed,
         u"https://dashboard.cohere.com/api-keys"_s},
        {Perplexity, u"perplexity"_s, u"Perplexity"_s, u"https://api.perplexity.ai"_s, Key::Needed,
         u"https://www.perplexity.ai/settings/api"_s},
        {Groq, u"groq"_s, u"Groq"_s, u"https://api.groq.com/openai/v1"_s, Key::Needed,
         u"https://console.groq.com/keys"_s},
        {DeepSeek, u"deepseek"_s, u"DeepSeek"_s, u"https://api.deepseek.com/beta"_s, Key::Needed,
         u"https://platform.deepseek.com/api_keys"_s},
        {Xai, u"xai"_s, u"xAI"_s, u"https://api.x.ai/v1"_s, Key::Needed, u"https://console.x.ai"_s},
        {Ai21, u"ai21"_s, u"AI21"_s, u"https://api.ai21.com/studio/v1"_s, Key::Needed,
         u"https://studio.ai21.com"_s},
        {AimlApi, u"aimlapi"_s, u"AI/ML API"_s, u"https://api.aimlapi.com/v1"_s, Key::Needed,
         u"https://aimlapi.com"_s},
        {Azure, u"azure_openai"_s, u"Azure OpenAI"_s, {}, Key::Needed, u"https://portal.azure.com"_s},
        {Chutes, u"chutes"_s, u"Chutes"_s, u"https://llm.chutes.ai/v1"_s, Key::Needed,
         u"https://chutes.ai"_s},
        {ElectronHub, u"electronhub"_s, u"Electron Hub"_s, u"https://api.electronhub.ai/v1"_s, Key::Needed,
         u"https://electronhub.ai"_s},
        {Fireworks, u"fireworks"_s, u"Fireworks"_s, u"https://api.fireworks.ai/inference/v1"_s, Key::Needed,
         u"https://app.fireworks.ai"_s},
        {MiniMax, u"minimax"_s, u"MiniMax"_s, u"https://api.minimax.io/v1"_s, Key::Needed,
         u"https://platform.minimax.io"_s},
        {Moonshot, u"moonshot"_s, u"Moonshot"_s, u"https://api.moonshot.ai/v1"_s, Key::Needed,
         u"https://platform.moonshot.ai/console/api-keys"_s},
        {NanoGpt, u"nanogpt"_s, u"NanoGPT"_s, u"https://nano-gpt.com/api/v1"_s, Key::Needed,
         u"https://nano-gpt.com/api"_s},
        {Pollinations, u"pollinations"_s, u"Pollinations"_s, u"https://gen.pollinations.ai/v1"_s, Key::Needed,
         u"https://enter.pollinations.ai"_s},
        {SiliconFlow, u"siliconflow"_s, u"SiliconFlow"_s, u"https://api.siliconflow.com/v1"_s, Key::Needed,
         u"https://cloud.siliconflow.com"_s},
        {WorkersAi,
         u"workers_ai"_s,
         u"Cloudflare Workers AI"_s,
         {},
         Key::Needed,
         u"https://dash.cloudflare.com/profile/api-tokens"_s},
        {Zai, u"zai"_s, u"Z.AI"_s, u"https://api.z.ai/api/paas/v4"_s, Key::Needed, u"https://z.ai"_s},
        {NovelAi, u"novelai"_s, u"NovelAI"_s, u"https://text.novelai.net/oa/v1"_s, Key::Needed,
         u"https://novelai.net"_s},
        {Together, u"together"_s, u"Together AI"_s, u"https://api.together.xyz/v1"_s, Key::Needed,
         u"https://api.together.ai"_s},
        {Ollama, u"ollama"_s, u"Ollama"_s, u"http://127.0.0.1:11434"_s, Key::None},
        {KoboldCpp, u"koboldcpp"_s, u"KoboldCpp"_s, u"http://127.0.0.1:5001/v1"_s, Key::Optional},
        {Tabby, u"tabby"_s, u"TabbyAPI"_s, u"http://127.0.0.1:5000/v1"_s, Key::Needed},
        {TextGenerationWebUi, u"ooba"_s, u"text-generation-webui"_s, u"http://127.0.0.1:5000/v1"_s,
         Key::Optional},
        {Vllm, u"vllm"_s, u"vLLM"_s, u"http://127.0.0.1:8000/v1"_s, Key::Optional},
        {LmStudio, u"lmstudio"_s, u"LM Studio"_s, u"http://127.0.0.1:1234/v1"_s, Key::None},
        {LlamaCpp, u"llamacpp"_s, u"llama.cpp"_s, u"http://127.0.0.1:8080"_s, Key::Optional},
    };
    return list;
}

const ChatServiceFacts &factsOf(ChatService service)
{
    return *std::ranges::find(chatServices(), service, &ChatServiceFacts::service);
}

std::optional<ChatService> chatServiceNamed(QStringView id)
{
    for (const ChatServiceFacts &facts : chatServices()) {
        if (facts.id == id)
            return facts.service;
    }
    return {};
}

bool isOwnServer(ChatService service)
{
    return service >= ChatService::Ollama;
}

bool hasResponses(ChatService service)
{
    switch (service) {
    case ChatService::OpenAi:
    case ChatService::Xai:
    case ChatService::DeepSeek:
    case ChatService::LlamaCpp:
    case ChatService::Custom:
        return true;
    default:
        return false;
    }
}

bool hasOpenAiShape(ChatService service)
{
    using enum ChatService;
    return service != Claude && service != Gemini && service != Vertex && service != Cohere &&
           service != Ollama;
}

} // namespace snug
