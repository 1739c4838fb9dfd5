// OpenAI's chat completions and the services that offer the same shape with keys of their own.
// https://platform.openai.com/docs/api-reference/chat
#include "core/conversion/bodyparts.h"
#include "core/conversion/chatsamplers.h"
#include "core/conversion/logprobkeys.h"
#include "core/conversion/settledask.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using enum ChatService;

constexpr double smallestStep = std::numeric_limits<double>::epsilon();
constexpr int shownAlternatives = 5; // of models that complete a text

bool isAmong(ChatService service, std::initializer_list<ChatService> services)
{
    return std::ranges::find(services, service) != services.end();
}

bool takesSeed(ChatService service)
{
    return isOwnServer(service) || isAmong(service, {OpenAi, Azure, OpenRouter, Custom, Groq, ElectronHub,
                                                     NanoGpt, Xai, Pollinations, AimlApi, Chutes, WorkersAi});
}

bool takesBias(ChatService service)
{
    return isAmong(service, {OpenAi, Azure, Custom, OpenRouter, ElectronHub, Chutes});
}

// Where SillyTavern knows models that complete a text by their names, whoever offers them.
bool completesTexts(ChatService service)
{
    return isAmong(service, {OpenAi, OpenRouter, Custom, Perplexity, Groq, Fireworks, NanoGpt, Pollinations,
                             Moonshot, Zai, SiliconFlow, WorkersAi});
}

// What a stream costs is told where it is asked for; the others tell it anyway, or refuse the key.
bool reportsUsageIfAsked(const ChatAsk &ask)
{
    return !ask.isCompatible() &&
           (isOwnServer(ask.service) ||
            isAmong(ask.service, {OpenAi, Azure, Custom, Groq, DeepSeek, Chutes, SiliconFlow, NanoGpt}));
}

// 0 = all, -1 = none.
qsizetype mostStops(const ChatAsk &ask)
{
    if (ask.takesAllSamplers)
        return 0;
    switch (ask.service) {
    case Perplexity:
    case ElectronHub:
        return -1;
    case Zai:
        return 1;
    case Chutes:
        return 0;
    case Xai:
        return grokTraits(ask).takesStop ? 4 : -1;
    default:
        return 4;
    }
}

bool takesPenalties(const ChatAsk &ask)
{
    switch (ask.service) {
    case Zai:
    case MiniMax:
        return false;
    case Xai:
        return grokTraits(ask).takesPenalties;
    default:
        return true;
    }
}

// Of servers that people run. Values that do nothing are said, too: a server's own default may do something.
void setOwnServersSamplers(Json &body, const ChatAsk &ask)
{
    const SamplerValues &samplers = ask.samplers;
    setNumber(body, u"top_k"_s, samplers.topK);
    setNumber(body, u"min_p"_s, samplers.minP);
    const bool isLlama = ask.service == LlamaCpp;
    if (!isLlama)
        setNumber(body, u"top_a"_s, unlessNeutral(ask, samplers.topA, 0));
    const bool namesItAsLlama = isLlama || ask.service == LmStudio;
    setNumber(body, namesItAsLlama ? u"repeat_penalty"_s : u"repetition_penalty"_s,
              samplers.repetitionPenalty);
    if (ask.service == Vllm && samplers.topK == 0)
        body.set(u"top_k"_s, Json(-1)); // older ones refuse 0
    if (isLlama)
        body.set(u"cache_prompt"_s, Json(true)); // the default, said so that nobody has to know it
    setMembers(body, ownSamplers(ask));
}

void setSamplers(Json &body, const ChatAsk &ask, const OpenAiTraits &traits)
{
    const SamplerValues &samplers = ask.samplers;
    const bool isRefused =
        isClaude5OrFable(ask.model) || (ask.service == Moonshot && ask.model.contains(u"kimi-k2.5"));
    if (traits.takesTemperature && !isRefused) {
        setNumber(body, u"temperature"_s, samplers.temperature);
        std::optional<double> topP = samplers.topP;
        if (topP == 0 && ask.service == Zai)
            topP = 0.01;
        if (topP == 0 && ask.service == WorkersAi)
            topP = 0.001;
        setNumber(body, u"top_p"_s, topP);
    }
    if (traits.takesPenalties && takesPenalties(ask) && !isRefused) {
        setNumber(body, u"presence_penalty"_s, unlessNeutral(ask, samplers.presencePenalty, 0));
        setNumber(body, u"frequency_penalty"_s, unlessNeutral(ask, samplers.frequencyPenalty, 0));
    }
    if (ask.takesAllSamplers)
        return setOwnServersSamplers(body, ask);
    if (isAmong(ask.service, {OpenRouter, Perplexity, ElectronHub, NanoGpt, WorkersAi, Chutes}) &&
        !isRefused) {
        std::optional<double> topK = unlessNeutral(ask, samplers.topK, 0);
        if (topK && ask.service == WorkersAi)
            topK = std::min(*topK, 50.0);
        const bool saysNone = ask.service != Chutes && ask.service != WorkersAi;
        if (saysNone || topK.value_or(0) > 0)
            setNumber(body, u"top_k"_s, topK);
    }
    if (isAmong(ask.service, {OpenRouter, NanoGpt, Chutes}))
        setNumber(body, u"min_p"_s, unlessNeutral(ask, samplers.minP, 0));
    if (isAmong(ask.service, {OpenRouter, NanoGpt}))
        setNumber(body, u"top_a"_s, unlessNeutral(ask, samplers.topA, 0));
    if (isAmong(ask.service, {OpenRouter, NanoGpt, Chutes, WorkersAi}))
        setNumber(body, u"repetition_penalty"_s, unlessNeutral(ask, samplers.repetitionPenalty, 1));
}

void setFormat(Json &body, const ChatAsk &ask)
{
    if (ask.schema.isUndefined())
        return;
    if (wantsSchemaMessage(ask)) {
        body.set(u"response_format"_s, Json::object({{u"type"_s, Json(u"json_object"_s)}}));
    } else if (ask.service == WorkersAi) {
        body.set(u"response_format"_s,
                 Json::object({{u"type"_s, Json(u"json_schema"_s)},
                               {u"json_schema"_s, flatSchema(ask.schema[u"value"], false)}}));
        body.set(u"stream"_s, Json(false));
    } else if (ask.service == Perplexity ||
               (ask.service == Pollinations && ask.isCompatible() && !ask.options.usesOtherEndpoint)) {
        const Json schema = Json::object({{u"schema"_s, flatSchema(ask.schema[u"value"], false)}});
        body.set(u"response_format"_s,
                 Json::object({{u"type"_s, Json(u"json_schema"_s)}, {u"json_schema"_s, schema}}));
    } else if (ask.isCompatible() || ask.service != Pollinations || !ask.options.usesOtherEndpoint) {
        body.set(u"response_format"_s,
                 schemaFormat(ask, isAmong(ask.service, {Groq, AimlApi, Fireworks, Chutes, ElectronHub})));
    }
}

void setThinking(Json &body, const ChatAsk &ask)
{
    if (isAmong(ask.service, {Moonshot, Zai}) && (ask.isCompatible() || ask.showsThoughts))
        body.set(u"thinking"_s,
                 Json::object({{u"type"_s, Json(ask.showsThoughts ? u"enabled"_s : u"disabled"_s)}}));
    if (ask.service == NanoGpt) {
        Json reasoning = Json::object();
        constexpr std::array words{u"", u"none", u"minimal", u"low", u"medium", u"high"};
        constexpr std::array right{u"", u"minimal", u"low", u"medium", u"high", u"high"};
        if (ask.effort != Effort::Auto)
            reasoning.set(u"effort"_s, Json(QString::fromUtf16(
                                           (ask.isCompatible() ? words : right)[std::size_t(ask.effort)])));
        if ((ask.isCompatible() && !isClaude5OrFable(ask.model)) || reasoning.size() > 0)
            body.set(u"reasoning"_s, reasoning);
        static const QRegularExpression claude(u"(?:^|/)claude[-_]"_s);
        if (ask.options.paysAsItGoes && ask.isCompatible())
            body.set(u"billing_mode"_s, Json(u"paygo"_s));
        if (ask.cache.system && claude.match(ask.model).hasMatch())
            body.set(u"cache_control"_s,
                     Json::object({{u"enabled"_s, Json(true)},
                                   {u"ttl"_s, Json(ask.cache.forAnHour ? u"1h"_s : u"5m"_s)}}));
    }
    if (const QString effort = reasoningEffort(ask); !effort.isEmpty())
        body.set(u"reasoning_effort"_s, Json(effort));
    static const QRegularExpression talkative(u"^(gpt-5|gpt-6-astra)"_s);
    const bool isTalkative =
        talkative.match(ask.model).hasMatch() || (!ask.isCompatible() && openAiTraits(ask).takesVerbosity);
    if (isAmong(ask.service, {OpenAi, Custom}) && ask.verbosity != Verbosity::Auto && isTalkative)
        body.set(u"verbosity"_s, Json(verbosityName(ask.verbosity)));
}

// Whether the last message is the beginning of the reply, and not only the last that was said.
bool isBegun(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const bool isWanted = ask.purpose == ChatAsk::Purpose::Continue ||
                          std::ranges::any_of(prompt.seam, [](const SeamRemark &remark) {
                              return remark.kind == SeamRemark::Kind::Prefilled;
                          });
    return isWanted && !prompt.messages.isEmpty() && !prompt.messages.last().text().isEmpty() &&
           prompt.messages.last().speaker == MessageSpeaker::Assistant &&
           prompt.messages.last().toolCalls.size() == 0;
}

// Servers that begin a new reply behind it, unless they are told to go on.
void setBeginning(Json &body, const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const bool isLastTheirs =
        !prompt.messages.isEmpty() && prompt.messages.last().speaker == MessageSpeaker::Assistant;
    const bool goesOn = isBegun(ask, prompt);
    if (ask.service == KoboldCpp && isLastTheirs) // goes on by itself: another member's words, too
        body.set(u"continue_assistant_turn"_s, Json(goesOn));
    if (!goesOn)
        return;
    if (ask.service == Vllm) {
        body.set(u"add_generation_prompt"_s, Json(false));
        body.set(u"continue_final_message"_s, Json(true));
    } else if (ask.service == TextGenerationWebUi) {
        body.set(u"continue_"_s, Json(true));
    } else if (ask.service == Tabby) { // not as a message
        OutboundPrompt before = prompt;
        before.messages.removeLast();
        body.set(u"messages"_s, openAiMessages(before));
        body.set(u"response_prefix"_s, Json(prompt.messages.last().text().text()));
    }
}

// Earlier models complete a text; messages are its lines.
QString completionText(const OutboundPrompt &prompt)
{
    QStringList lines;
    for (const ConvertedMessage &message : prompt.messages) {
        const QString text = message.text().text();
        const bool isSystem = message.speaker == MessageSpeaker::System;
        if (isSystem && message.name.isEmpty())
            lines << u"System: "_s + text;
        else if (isSystem)
            lines << message.name + u": "_s + text;
        else
            lines << speakerName(message.speaker) + u": "_s + text;
    }
    return lines.join(u'\n') + u"\nassistant:"_s;
}

} // namespace

Json openAiBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const OpenAiTraits traits = openAiTraits(ask);
    const bool isText =
        ask.isCompatible() && completesTexts(ask.service) && isOpenAiCompletionModel(ask.model);
    Json body = Json::object();
    if (isText)
        body.set(u"prompt"_s, Json(completionText(prompt)));
    else
        body.set(u"messages"_s, openAiMessages(prompt));
    if (!ask.isCompatible())
        setBeginning(body, ask, prompt);
    QString model = ask.model;
    if (ask.service == NanoGpt && ask.searchesWeb && !model.endsWith(u":online"))
        model += u":online"_s;
    if (ask.service != Azure && (ask.isCompatible() || !model.isEmpty()))
        body.set(u"model"_s, Json(model));
    if (ask.maxTokens > 0)
        body.set(traits.countsCompletionTokens ? u"max_completion_tokens"_s : u"max_tokens"_s,
                 Json(ask.maxTokens));
    body.set(u"stream"_s, Json(ask.streams));
    if (ask.streams && reportsUsageIfAsked(ask))
        body.set(u"stream_options"_s, Json::object({{u"include_usage"_s, Json(true)}}));
    setSamplers(body, ask, traits);
    const qsizetype stops = mostStops(ask);
    if (stops >= 0 && traits.takesStop &&
        (!ask.stop.isEmpty() || (ask.isCompatible() && !isText && isAmong(ask.service, {Zai, Chutes}))))
        body.set(u"stop"_s, stopTexts(ask, stops));
    if (ask.logitBias.size() > 0 && traits.takesBias && takesBias(ask.service))
        body.set(u"logit_bias"_s, ask.logitBias);
    if (ask.samplers.seed && takesSeed(ask.service) && (ask.service != WorkersAi || *ask.samplers.seed >= 1))
        body.set(u"seed"_s, Json(*ask.samplers.seed));
    if (asksForReplies(ask) && traits.takesReplies)
        body.set(u"n"_s, Json(ask.replies));
    const Json logProbs = logProbKeys(ask);
    if (isText && logProbs.size() > 0 && ask.service != OpenRouter)
        body.set(u"logprobs"_s, Json(shownAlternatives));
    else
        setMembers(body, logProbs);
    if (hasTools(ask) && traits.takesTools && !isText) {
        body.set(u"tools"_s, ask.tools);
        body.set(u"tool_choice"_s, ask.toolChoice);
    }
    if (ask.service == ElectronHub && ask.searchesWeb)
        body.set(u"web_search"_s, Json(true));
    setThinking(body, ask);
    setFormat(body, ask);
    return body;
}

namespace {

QString openRouterEffort(const ChatAsk &ask)
{
    if (ask.effort == Effort::Auto || isClaude5OrFable(ask.model))
        return {};
    if (ask.effort == Effort::Min)
        return ask.isCompatible() ? (ask.showsThoughts ? u"low"_s : u"none"_s) : u"minimal"_s;
    if (ask.effort == Effort::Max)
        return ask.isCompatible() ? u"high"_s : u"xhigh"_s;
    return effortName(ask.effort);
}

} // namespace

Json openRouterBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    Json body = openAiBody(ask, prompt);
    const ServiceOptions &options = ask.options;
    if (options.middleOut == u"on" || options.middleOut == u"off") {
        const bool isOn = options.middleOut == u"on";
        if (ask.isCompatible())
            body.set(u"transforms"_s, isOn ? Json(QStringList{u"middle-out"_s}) : Json::array());
    }
    Json plugins = Json::array();
    if (ask.searchesWeb)
        plugins.append(Json::object({{u"id"_s, Json(u"web"_s)}}));
    if (!ask.isCompatible() && options.middleOut == u"on")
        plugins.append(Json::object({{u"id"_s, Json(u"context-compression"_s)}}));
    if (ask.isCompatible() || plugins.size() > 0)
        body.set(u"plugins"_s, plugins);
    Json reasoning = Json::object({{u"exclude"_s, Json(!ask.showsThoughts)}});
    if (const QString effort = openRouterEffort(ask); !effort.isEmpty())
        reasoning.set(u"effort"_s, Json(effort));
    body.set(u"reasoning"_s, reasoning);
    if (!options.providers.isEmpty() || !options.quantizations.isEmpty()) {
        Json provider = Json::object();
        if (!options.providers.isEmpty()) {
            provider.set(u"allow_fallbacks"_s, Json(options.allowsFallbacks));
            provider.set(u"order"_s, Json(options.providers));
        }
        if (!options.quantizations.isEmpty())
            provider.set(u"quantizations"_s, Json(options.quantizations));
        body.set(u"provider"_s, provider);
    }
    if (options.usesFallbackRoute)
        body.set(u"route"_s, Json(u"fallback"_s));
    if (ask.verbosity != Verbosity::Auto)
        body.set(u"verbosity"_s, Json(verbosityName(ask.verbosity)));
    if (ask.model.contains(u"google/gemini"))
        body.set(u"safety_settings"_s, safetySettings(false));
    return body;
}

namespace {

Json ai21Body(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    Json body = Json::object({{u"messages"_s, openAiMessages(prompt)}, {u"model"_s, Json(ask.model)}});
    if (ask.maxTokens > 0)
        body.set(u"max_tokens"_s, Json(ask.maxTokens));
    setNumber(body, u"temperature"_s, ask.samplers.temperature);
    setNumber(body, u"top_p"_s, ask.samplers.topP);
    if (!ask.stop.isEmpty())
        body.set(u"stop"_s, stopTexts(ask, 4));
    body.set(u"stream"_s, Json(ask.streams));
    if (hasTools(ask))
        body.set(u"tools"_s, ask.tools);
    setFormat(body, ask);
    return body;
}

Json deepSeekBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    Json body = openAiBody(ask, prompt);
    if (ask.samplers.topP == 0)
        body.set(u"top_p"_s, Json(smallestStep));
    const bool isThinking = isDeepSeekThinking(ask);
    if (!ask.isCompatible() && isThinking) { // taken without a word, and without effect
        for (const QString &key :
             {u"temperature"_s, u"top_p"_s, u"presence_penalty"_s, u"frequency_penalty"_s})
            body.remove(key);
    }
    body.set(u"thinking"_s, Json::object({{u"type"_s, Json(isThinking ? u"enabled"_s : u"disabled"_s)}}));
    if (const QString effort = reasoningEffort(ask); !effort.isEmpty())
        body.set(u"reasoning_effort"_s, Json(effort));
    return body;
}

Json miniMaxBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    Json body = Json::object({{u"messages"_s, openAiMessages(prompt)}, {u"model"_s, Json(ask.model)}});
    if (ask.samplers.temperature)
        body.set(u"temperature"_s, Json(std::clamp(*ask.samplers.temperature, smallestStep, 1.0)));
    setNumber(body, u"top_p"_s, ask.samplers.topP);
    if (ask.maxTokens > 0)
        body.set(u"max_tokens"_s,
                 Json(ask.model == u"M2-her" ? std::min(ask.maxTokens, 2048) : ask.maxTokens));
    if (!ask.stop.isEmpty())
        body.set(u"stop"_s, stopTexts(ask, 4));
    body.set(u"stream"_s, Json(ask.streams));
    if (hasTools(ask)) {
        body.set(u"tools"_s, ask.tools);
        body.set(u"tool_choice"_s, ask.toolChoice);
    }
    return body;
}

} // namespace

Json ownShapedBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    switch (ask.service) {
    case Mistral:
        return mistralBody(ask, prompt);
    case Cohere:
        return cohereBody(ask, prompt);
    case Ai21:
        return ai21Body(ask, prompt);
    case DeepSeek:
        return deepSeekBody(ask, prompt);
    case MiniMax:
        return miniMaxBody(ask, prompt);
    case OpenRouter:
        return openRouterBody(ask, prompt);
    case Ollama:
        return ollamaBody(ask, prompt);
    default:
        return openAiBody(ask, prompt);
    }
}

} // namespace snug
