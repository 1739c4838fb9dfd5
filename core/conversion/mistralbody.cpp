// Mistral's chat. https://docs.mistral.ai/api
#include "core/conversion/bodyparts.h"

using namespace Qt::StringLiterals;

namespace snug {

Json mistralBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const SamplerValues &samplers = ask.samplers;
    Json body = Json::object({{u"model"_s, Json(ask.model)}, {u"messages"_s, openAiMessages(prompt)}});
    setNumber(body, u"temperature"_s, samplers.temperature);
    setNumber(body, u"top_p"_s, samplers.topP);
    setNumber(body, u"frequency_penalty"_s, unlessNeutral(ask, samplers.frequencyPenalty, 0));
    setNumber(body, u"presence_penalty"_s, unlessNeutral(ask, samplers.presencePenalty, 0));
    if (ask.maxTokens > 0)
        body.set(u"max_tokens"_s, Json(ask.maxTokens));
    body.set(u"stream"_s, Json(ask.streams));
    body.set(u"safe_prompt"_s, Json(false));
    if (samplers.seed)
        body.set(u"random_seed"_s, Json(*samplers.seed));
    if (!ask.stop.isEmpty())
        body.set(u"stop"_s, stopTexts(ask, 0));
    if (hasTools(ask)) {
        body.set(u"tools"_s, ask.tools);
        body.set(u"tool_choice"_s, ask.toolChoice);
    }
    // It thinks, or does not.
    if (!ask.isCompatible() && ask.effort != Effort::Auto && takesEffortAtMistral(ask.model))
        body.set(u"reasoning_effort"_s, Json(ask.effort <= Effort::Low ? u"none"_s : u"high"_s));
    if (!ask.schema.isUndefined())
        body.set(u"response_format"_s, schemaFormat(ask, true));
    return body;
}

} // namespace snug
