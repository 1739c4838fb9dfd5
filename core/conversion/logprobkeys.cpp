#include "core/conversion/logprobkeys.h"

#include "core/conversion/bodyparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Answer = LogProbTraits::Answer;

constexpr int sillyTavernsAlternatives = 5;
constexpr int mostWithoutTable = 5; // of a service that only the user knows it of
constexpr int sillyTavernsTextAlternatives = 10;

constexpr LogProbTraits saidWith(int alternatives)
{
    return {Answer::Said, alternatives};
}

// What SillyTavern 1.19's page asks for, out of date or not.
LogProbTraits compatibleTraits(const ChatAsk &ask)
{
    switch (ask.service) {
    case ChatService::OpenAi:
    case ChatService::Azure:
    case ChatService::Custom:
    case ChatService::OpenRouter:
    case ChatService::DeepSeek:
    case ChatService::Xai:
    case ChatService::AimlApi:
    case ChatService::Chutes:
        break;
    default:
        return {Answer::NotAsSillyTavern, 0};
    }
    return openAiTraits(ask).takesLogprobs ? saidWith(sillyTavernsAlternatives)
                                           : LogProbTraits{Answer::NotWhileThinking, 0};
}

LogProbTraits serviceTraits(const ChatAsk &ask)
{
    switch (ask.service) {
    case ChatService::OpenAi:
    case ChatService::Azure:
    case ChatService::Custom:
    case ChatService::OpenRouter:
    case ChatService::DeepSeek:
    case ChatService::AimlApi:
    case ChatService::Chutes:
    case ChatService::Together:
    case ChatService::Gemini:
    case ChatService::Vertex:
    case ChatService::Ollama:
    case ChatService::Tabby:
    case ChatService::TextGenerationWebUi:
    case ChatService::Vllm:
    case ChatService::LlamaCpp:
        return saidWith(20);
    case ChatService::Xai:
        return saidWith(8);
    case ChatService::Fireworks:
    case ChatService::KoboldCpp:
        return saidWith(5);
    case ChatService::Cohere:
        return saidWith(0);
    default:
        return {};
    }
}

Json openAiKeys(int alternatives)
{
    return Json::object({{u"logprobs"_s, Json(true)}, {u"top_logprobs"_s, Json(alternatives)}});
}

int countWithin(int asked, const LogProbTraits &traits)
{
    return std::clamp(asked, 0, traits.mostAlternatives);
}

} // namespace

LogProbTraits logProbTraits(const ChatAsk &ask)
{
    if (ask.isCompatible())
        return compatibleTraits(ask);
    LogProbTraits traits = serviceTraits(ask);
    if (!ask.heardKeys.isEmpty() && !ask.heardKeys.contains(u"logprobs"_s))
        traits = {};
    if (ask.claims.saysLogProbs) {
        if (!*ask.claims.saysLogProbs)
            return {};
        return traits.isSaid() ? traits : saidWith(mostWithoutTable);
    }
    if (!traits.isSaid())
        return traits;
    if (asksForResponses(ask) && ask.service != ChatService::OpenAi)
        return {Answer::NotByResponses, 0};
    const bool isThinkingThere =
        ask.service == ChatService::DeepSeek && (isDeepSeekThinking(ask) || ask.model.contains(u"reasoner"));
    if (isThinkingThere || !openAiTraits(ask).takesLogprobs)
        return {Answer::NotWhileThinking, 0};
    return traits;
}

LogProbTraits logProbTraits(TextService service)
{
    switch (service) {
    case TextService::TextGenerationWebUi:
    case TextService::Vllm:
    case TextService::Aphrodite:
    case TextService::Tabby:
    case TextService::TogetherAi:
    case TextService::LlamaCpp:
    case TextService::Ollama:
    case TextService::Featherless:
        return saidWith(20);
    case TextService::Generic:
    case TextService::KoboldCpp:
    case TextService::InfermaticAi:
        return saidWith(5);
    case TextService::NovelAi:
        return {Answer::OnlyAsTokenNumbers, 0};
    default:
        return {};
    }
}

Json logProbKeys(const ChatAsk &ask)
{
    const LogProbTraits traits = logProbTraits(ask);
    if (!ask.wantsLogprobs || !traits.isSaid())
        return Json::object();
    if (ask.isCompatible())
        return openAiKeys(sillyTavernsAlternatives);
    const int count = countWithin(ask.alternatives, traits);
    if (asksForResponses(ask)) // what is to be included is a list of its own
        return Json::object({{u"top_logprobs"_s, Json(count)}});
    switch (ask.service) {
    case ChatService::Cohere:
        return Json::object({{u"logprobs"_s, Json(true)}});
    case ChatService::Together: // has the older shape in its chat, too; 0 is none at all
        return Json::object({{u"logprobs"_s, Json(std::max(count, 1))}});
    case ChatService::Gemini:
    case ChatService::Vertex: {
        Json keys = Json::object({{u"responseLogprobs"_s, Json(true)}});
        if (count > 0)
            keys.set(u"logprobs"_s, Json(count));
        return keys;
    }
    default:
        return openAiKeys(count);
    }
}

Json logProbKeys(const TextAsk &ask)
{
    if (!ask.wantsLogprobs)
        return Json::object();
    using enum TextService;
    const bool isEngine = ask.service == Vllm || ask.service == InfermaticAi || ask.service == Aphrodite;
    if (ask.isCompatible()) {
        const bool isFew = ask.service == Vllm || ask.service == InfermaticAi;
        Json keys = Json::object(
            {{u"logprobs"_s, Json(isFew ? sillyTavernsAlternatives : sillyTavernsTextAlternatives)}});
        if (!isEngine)
            keys.set(u"n_probs"_s, Json(sillyTavernsTextAlternatives));
        return keys;
    }
    const LogProbTraits traits = logProbTraits(ask.service);
    if (!traits.isSaid())
        return Json::object();
    const int count = countWithin(ask.alternatives, traits);
    if (ask.service == Ollama)
        return openAiKeys(count);
    // With 0 most of them say nothing at all.
    return Json::object({{ask.service == LlamaCpp ? u"n_probs"_s : u"logprobs"_s, Json(std::max(count, 1))}});
}

} // namespace snug
