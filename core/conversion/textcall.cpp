#include "core/conversion/textcall.h"

#include "core/conversion/bodyparts.h"
#include "core/conversion/flattextrequest.h"
#include "core/conversion/logprobkeys.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isAnyOf(TextService service, std::initializer_list<TextService> services)
{
    return std::ranges::find(services, service) != services.end();
}

// What these services take; anything else is refused or ignored by them.
const QStringList &keptKeys(TextService service)
{
    static const QStringList together{u"model"_s,
                                      u"prompt"_s,
                                      u"max_tokens"_s,
                                      u"temperature"_s,
                                      u"top_p"_s,
                                      u"top_k"_s,
                                      u"repetition_penalty"_s,
                                      u"min_p"_s,
                                      u"presence_penalty"_s,
                                      u"frequency_penalty"_s,
                                      u"stream"_s,
                                      u"stop"_s};
    static const QStringList openRouter =
        together + QStringList{u"top_a"_s, u"seed"_s, u"logit_bias"_s, u"include_reasoning"_s};
    static const QStringList generic{u"model"_s,
                                     u"prompt"_s,
                                     u"max_tokens"_s,
                                     u"temperature"_s,
                                     u"top_p"_s,
                                     u"presence_penalty"_s,
                                     u"frequency_penalty"_s,
                                     u"stream"_s,
                                     u"stop"_s,
                                     u"seed"_s,
                                     u"logprobs"_s,
                                     u"logit_bias"_s,
                                     u"n"_s,
                                     u"best_of"_s,
                                     u"echo"_s,
                                     u"suffix"_s,
                                     u"user"_s};
    static const QStringList engine = together + QStringList{u"seed"_s,
                                                             u"logprobs"_s,
                                                             u"logit_bias"_s,
                                                             u"n"_s,
                                                             u"ignore_eos"_s,
                                                             u"min_tokens"_s,
                                                             u"skip_special_tokens"_s,
                                                             u"spaces_between_special_tokens"_s,
                                                             u"length_penalty"_s,
                                                             u"early_stopping"_s,
                                                             u"guided_json"_s,
                                                             u"guided_grammar"_s,
                                                             u"json_schema"_s};
    static const QStringList infermatic = together + QStringList{u"seed"_s,
                                                                 u"logprobs"_s,
                                                                 u"n"_s,
                                                                 u"ignore_eos"_s,
                                                                 u"min_tokens"_s,
                                                                 u"skip_special_tokens"_s,
                                                                 u"spaces_between_special_tokens"_s};
    static const QStringList everything;
    switch (service) {
    case TextService::TogetherAi:
        return together;
    case TextService::OpenRouter:
        return openRouter;
    case TextService::Generic:
        return generic;
    case TextService::InfermaticAi:
        return infermatic;
    case TextService::Vllm:
    case TextService::Featherless:
        return engine;
    default:
        return everything;
    }
}

Json keptOf(const Json &flat, const QStringList &keys)
{
    Json kept = Json::object();
    for (const Json::Member &member : flat.members()) {
        if (keys.contains(member.key))
            kept.set(member.key, member.value);
    }
    return kept;
}

Json ollamaBody(const Json &flat, const TextAsk &ask)
{
    static const QStringList keys{u"num_predict"_s,
                                  u"num_ctx"_s,
                                  u"stop"_s,
                                  u"temperature"_s,
                                  u"repeat_penalty"_s,
                                  u"presence_penalty"_s,
                                  u"frequency_penalty"_s,
                                  u"top_k"_s,
                                  u"top_p"_s,
                                  u"min_p"_s,
                                  u"typical_p"_s,
                                  u"seed"_s,
                                  u"repeat_last_n"_s};
    Json options = keptOf(flat, keys);
    if (ask.batchSize > 0)
        options.set(u"num_batch"_s, Json(ask.batchSize));
    Json body = Json::object({{u"model"_s, Json(ask.model)},
                              {u"prompt"_s, Json(ask.prompt)},
                              {u"stream"_s, Json(flat[u"stream"].toBool())},
                              {u"raw"_s, Json(true)},
                              {u"options"_s, options}});
    if (ask.isCompatible() || ask.keepAliveSeconds)
        body.set(u"keep_alive"_s, Json(ask.keepAliveSeconds.value_or(-1)));
    if (!ask.isCompatible())
        setMembers(body, logProbKeys(ask));
    return body;
}

Json openRouterTextBody(const Json &flat)
{
    Json body = keptOf(flat, keptKeys(TextService::OpenRouter));
    Json provider = Json::object();
    if (flat[u"provider"].size() > 0) {
        provider.set(u"allow_fallbacks"_s, flat[u"allow_fallbacks"]);
        provider.set(u"order"_s, flat[u"provider"]);
    }
    if (flat[u"quantizations"].size() > 0)
        provider.set(u"quantizations"_s, flat[u"quantizations"]);
    if (provider.size() > 0)
        body.set(u"provider"_s, provider);
    return body;
}

QString textPath(const TextAsk &ask)
{
    switch (ask.service) {
    case TextService::DreamGen:
        return u"/api/openai/v1/completions"_s;
    case TextService::Mancer:
        return u"/oai/v1/completions"_s;
    case TextService::LlamaCpp:
        return u"/completion"_s;
    case TextService::Ollama:
        return u"/api/generate"_s;
    case TextService::OpenRouter:
        return ask.isCompatible() ? u"/v1/chat/completions"_s : u"/v1/completions"_s;
    default:
        return u"/v1/completions"_s;
    }
}

QString serverRoot(QString server)
{
    if (server.endsWith(u'/'))
        server.chop(1);
    if (server.endsWith(u"/v1"))
        server.chop(3);
    return server;
}

} // namespace

ServiceCall textCall(const TextAsk &ask)
{
    const Json flat = flatTextRequest(ask);
    ServiceCall call;
    call.address = serverRoot(ask.server) + textPath(ask);
    if (ask.service != TextService::Ollama)
        call.headers.append(CallHeader{"authorization", "Bearer ", true});
    if (isAnyOf(ask.service, {TextService::Aphrodite, TextService::Tabby, TextService::Mancer}))
        call.headers.append(CallHeader{"x-api-key", {}, true});
    if (isAnyOf(ask.service, {TextService::Featherless, TextService::OpenRouter})) {
        call.headers.append(CallHeader{"http-referer", ask.isCompatible() ? "https://sillytavern.app"
                                                                          : "https://github.com/snug-chat"});
        call.headers.append(CallHeader{"x-title", "Snug"});
    }
    const QStringList &keys = keptKeys(ask.service);
    call.body = ask.service == TextService::Ollama       ? ollamaBody(flat, ask)
                : ask.service == TextService::OpenRouter ? openRouterTextBody(flat)
                : keys.isEmpty()                         ? flat
                                                         : keptOf(flat, keys);
    if (ask.service == TextService::TogetherAi && !ask.isCompatible()) // SillyTavern never asks it
        setMembers(call.body, logProbKeys(ask));
    if (ask.service == TextService::Generic) {
        const QList<Json> stops = flat[u"stop"].items();
        call.body.set(u"stop"_s, Json::array(stops.first(std::min<qsizetype>(stops.size(), 4))));
    }
    // Their streams say what a prompt cost only if they are asked.
    if (!ask.isCompatible() && call.body[u"stream"].toBool() &&
        isAnyOf(ask.service, {TextService::Vllm, TextService::Aphrodite, TextService::Tabby,
                              TextService::TextGenerationWebUi}))
        call.body.set(u"stream_options"_s, Json::object({{u"include_usage"_s, Json(true)}}));
    return call;
}

} // namespace snug
