#include "core/model/textservice.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

const QList<TextServiceFacts> &textServices()
{
    using enum TextService;
    static const QList<TextServiceFacts> list{
        {Generic, u"generic"_s, u"OpenAI-compatible"_s, {}, false},
        {TextGenerationWebUi, u"ooba"_s, u"text-generation-webui"_s, u"http://127.0.0.1:5000"_s, false},
        {Mancer, u"mancer"_s, u"Mancer"_s, u"https://neuro.mancer.tech"_s, true, u"https://mancer.tech"_s},
        {Vllm, u"vllm"_s, u"vLLM"_s, u"http://127.0.0.1:8000"_s, false},
        {Aphrodite, u"aphrodite"_s, u"Aphrodite"_s, u"http://127.0.0.1:2242"_s, false},
        {Tabby, u"tabby"_s, u"TabbyAPI"_s, u"http://127.0.0.1:5000"_s, true},
        {KoboldCpp, u"koboldcpp"_s, u"KoboldCpp"_s, u"http://127.0.0.1:5001"_s, false},
        {TogetherAi, u"togetherai"_s, u"Together AI"_s, u"https://api.together.xyz"_s, true,
         u"https://api.together.ai"_s},
        {LlamaCpp, u"llamacpp"_s, u"llama.cpp"_s, u"http://127.0.0.1:8080"_s, false},
        {Ollama, u"ollama"_s, u"Ollama"_s, u"http://127.0.0.1:11434"_s, false},
        {InfermaticAi, u"infermaticai"_s, u"Infermatic"_s, u"https://api.totalgpt.ai"_s, true,
         u"https://infermatic.ai"_s},
        {DreamGen, u"dreamgen"_s, u"DreamGen"_s, u"https://dreamgen.com"_s, true, u"https://dreamgen.com"_s},
        {OpenRouter, u"openrouter"_s, u"OpenRouter"_s, u"https://openrouter.ai/api"_s, true,
         u"https://openrouter.ai/keys"_s},
        {Featherless, u"featherless"_s, u"Featherless"_s, u"https://api.featherless.ai"_s, true,
         u"https://featherless.ai"_s},
        {HuggingFace,
         u"huggingface"_s,
         u"Hugging Face"_s,
         {},
         true,
         u"https://huggingface.co/settings/tokens"_s},
        {NovelAi, u"novel"_s, u"NovelAI"_s, u"https://text.novelai.net"_s, true,
         u"https://novelai.net/stories"_s},
        {Horde, u"koboldhorde"_s, u"AI Horde"_s, u"https://aihorde.net/api"_s, false,
         u"https://aihorde.net/register"_s},
    };
    return list;
}

const TextServiceFacts &factsOf(TextService service)
{
    return *std::ranges::find(textServices(), service, &TextServiceFacts::service);
}

QString textServiceName(TextService service)
{
    return factsOf(service).id;
}

std::optional<TextService> textServiceNamed(QStringView id)
{
    for (const TextServiceFacts &facts : textServices()) {
        if (facts.id == id)
            return facts.service;
    }
    return {};
}

} // namespace snug
