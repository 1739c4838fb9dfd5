// Cohere's chat. https://docs.cohere.com/v2/reference/chat
#include "core/conversion/bodyparts.h"
#include "core/conversion/logprobkeys.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Tokens that it may think, of the reply's; 0 = not said.
int cohereBudget(const ChatAsk &ask)
{
    constexpr std::array shares{0.0, 0.05, 0.10, 0.25, 0.50, 0.95};
    if (ask.isCompatible() || ask.effort == Effort::Auto || !ask.model.contains(u"reasoning") ||
        ask.maxTokens <= 0)
        return 0;
    return std::max(1, int(ask.maxTokens * shares[std::size_t(ask.effort)]));
}

} // namespace

Json cohereBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const SamplerValues &samplers = ask.samplers;
    const auto clamped = [](const std::optional<double> &value, double least, double most) {
        return value ? std::optional(std::clamp(*value, least, most)) : std::nullopt;
    };
    Json body = Json::object({{u"stream"_s, Json(ask.streams)},
                              {u"model"_s, Json(ask.model)},
                              {u"messages"_s, openAiMessages(prompt)}});
    setNumber(body, u"temperature"_s, samplers.temperature);
    if (ask.maxTokens > 0)
        body.set(u"max_tokens"_s, Json(ask.maxTokens));
    setNumber(body, u"k"_s, samplers.topK);
    setNumber(body, u"p"_s, clamped(samplers.topP, 0.01, 0.99));
    if (samplers.seed)
        body.set(u"seed"_s, Json(*samplers.seed));
    body.set(u"stop_sequences"_s, stopTexts(ask, 5));
    setNumber(body, u"frequency_penalty"_s, unlessNeutral(ask, clamped(samplers.frequencyPenalty, 0, 1), 0));
    if (ask.isCompatible() || !body.contains(u"frequency_penalty")) // it takes one of them
        setNumber(body, u"presence_penalty"_s,
                  unlessNeutral(ask, clamped(samplers.presencePenalty, 0, 1), 0));
    if (ask.isCompatible())
        body.set(u"documents"_s, Json::array());
    if (ask.isCompatible() || hasTools(ask))
        body.set(u"tools"_s, hasTools(ask) ? ask.tools : Json::array());
    if (ask.model.endsWith(u"08-2024"))
        body.set(u"safety_mode"_s, Json(u"OFF"_s));
    if (const int budget = cohereBudget(ask); budget > 0)
        body.set(u"thinking"_s,
                 Json::object({{u"type"_s, Json(u"enabled"_s)}, {u"token_budget"_s, Json(budget)}}));
    setMembers(body, logProbKeys(ask));
    if (!ask.schema.isUndefined())
        body.set(u"response_format"_s,
                 Json::object({{u"type"_s, Json(ask.isCompatible() ? u"json_schema"_s : u"json_object"_s)},
                               {u"schema"_s, flatSchema(ask.schema[u"value"], false)}}));
    return body;
}

} // namespace snug
