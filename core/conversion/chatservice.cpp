#include "core/conversion/chatservice.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

const QList<ChatServiceFacts> &chatServices()
{
    using enum ChatService;
    static const QList<ChatServiceFacts> list{
        {OpenAi, u"openai"_s, u"OpenAI"_s, u"https://api.openai.com/v1"_s},
        {Claude, u"claude"_s, u"Anthropic Claude"_s, u"https://api.anthropic.com/v1"_s},
        {OpenRouter, u"openrouter"_s, u"OpenRouter"_s, u"https://openrouter.ai/api/v1"_s},
        {Gemini, u"makersuite"_s, u"Google Gemini"_s, u"https://generativelanguage.googleapis.com"_s},
        {Vertex, u"vertexai"_s, u"Google Vertex AI"_s, {}},
        {Mistral, u"mistralai"_s, u"Mistral"_s, u"https://api.mistral.ai/v1"_s},
        {Custom, u"custom"_s, u"OpenAI-compatible"_s, {}},
        {Cohere, u"cohere"_s, u"Cohere"_s, u"https://api.cohere.com/v2"_s},
        {Perplexity, u"perplexity"_s, u"Perplexity"_s, u"https://api.perplexity.ai"_s},
        {Groq, u"groq"_s, u"Groq"_s, u"https://api.groq.com/openai/v1"_s},
        {DeepSeek, u"deepseek"_s, u"DeepSeek"_s, u"https://api.deepseek.com/beta"_s},
        {Xai, u"xai"_s, u"xAI"_s, u"https://api.x.ai/v1"_s},
        {Ai21, u"ai21"_s, u"AI21"_s, u"https://api.ai21.com/studio/v1"_s},
        {AimlApi, u"aimlapi"_s, u"AI/ML API"_s, u"https://api.aimlapi.com/v1"_s},
        {Azure, u"azure_openai"_s, u"Azure OpenAI"_s, {}},
        {Chutes, u"chutes"_s, u"Chutes"_s, u"https://llm.chutes.ai/v1"_s},
        {ElectronHub, u"electronhub"_s, u"Electron Hub"_s, u"https://api.electronhub.ai/v1"_s},
        {Fireworks, u"fireworks"_s, u"Fireworks"_s, u"https://api.fireworks.ai/inference/v1"_s},
        {MiniMax, u"minimax"_s, u"MiniMax"_s, u"https://api.minimax.io/v1"_s},
        {Moonshot, u"moonshot"_s, u"Moonshot"_s, u"https://api.moonshot.ai/v1"_s},
        {NanoGpt, u"nanogpt"_s, u"NanoGPT"_s, u"https://nano-gpt.com/api/v1"_s},
        {Pollinations, u"pollinations"_s, u"Pollinations"_s, u"https://gen.pollinations.ai/v1"_s},
        {SiliconFlow, u"siliconflow"_s, u"SiliconFlow"_s, u"https://api.siliconflow.com/v1"_s},
        {WorkersAi, u"workers_ai"_s, u"Cloudflare Workers AI"_s, {}},
        {Zai, u"zai"_s, u"Z.AI"_s, u"https://api.z.ai/api/paas/v4"_s},
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

} // namespace snug
