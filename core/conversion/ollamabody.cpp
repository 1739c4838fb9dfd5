// Ollama's own chat. https://docs.ollama.com/api/chat
#include "core/conversion/bodyparts.h"
#include "core/conversion/logprobkeys.h"
#include "core/conversion/thinkingoff.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Json ollamaMessage(const ConvertedMessage &message)
{
    Json object = Json::object(
        {{u"role"_s, Json(speakerName(message.speaker))}, {u"content"_s, Json(message.text().text())}});
    Json images = Json::array();
    for (const ContentPart &part : message.parts) {
        if (part.kind != ContentPart::Kind::Media)
            continue;
        if (const DataUrl url = dataUrl(part.data); url.mediaType.startsWith(u"image/"))
            images.append(Json(url.data));
    }
    if (images.size() > 0)
        object.set(u"images"_s, images);
    return object;
}

// Only gpt-oss has levels; for the others it is yes or no, and one that cannot think refuses to be told.
Json ollamaThinking(const ChatAsk &ask)
{
    if (ask.effort == Effort::Auto || cannotThink(ask))
        return {};
    if (!ask.model.contains(u"gpt-oss"))
        return Json(ask.effort != Effort::Min);
    return Json(ask.effort == Effort::Min   ? u"low"_s
                : ask.effort == Effort::Max ? u"high"_s
                                            : effortName(ask.effort));
}

} // namespace

MessageRules ollamaRules()
{
    return {.names = MessageRules::Names::Prefix,
            .namesExamples = true,
            .namesSystem = false,
            .removesNames = true,
            .dropsEmpty = true,
            .dataMediaOnly = true};
}

Json ollamaBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const SamplerValues &samplers = ask.samplers;
    Json messages = Json::array();
    for (const ConvertedMessage &message : prompt.messages)
        messages.append(ollamaMessage(message));
    Json options = Json::object();
    // Without it the server reads no more than its own default, and cuts the prompt without a word.
    if (ask.contextSize > 0)
        options.set(u"num_ctx"_s, Json(ask.contextSize));
    if (ask.maxTokens > 0)
        options.set(u"num_predict"_s, Json(ask.maxTokens));
    setNumber(options, u"temperature"_s, samplers.temperature);
    setNumber(options, u"top_k"_s, samplers.topK);
    setNumber(options, u"top_p"_s, samplers.topP);
    setNumber(options, u"min_p"_s, samplers.minP);
    setNumber(options, u"repeat_penalty"_s, samplers.repetitionPenalty);
    if (samplers.presencePenalty != 0)
        setNumber(options, u"presence_penalty"_s, samplers.presencePenalty);
    if (samplers.frequencyPenalty != 0)
        setNumber(options, u"frequency_penalty"_s, samplers.frequencyPenalty);
    if (samplers.seed)
        options.set(u"seed"_s, Json(*samplers.seed));
    if (!ask.stop.isEmpty())
        options.set(u"stop"_s, stopTexts(ask, 0));
    Json body = Json::object(
        {{u"model"_s, Json(ask.model)}, {u"messages"_s, messages}, {u"stream"_s, Json(ask.streams)}});
    if (const Json think = ollamaThinking(ask); !think.isUndefined())
        body.set(u"think"_s, think);
    if (!ask.schema.isUndefined())
        body.set(u"format"_s, flatSchema(ask.schema[u"value"], false));
    setMembers(body, logProbKeys(ask));
    if (hasTools(ask))
        body.set(u"tools"_s, ask.tools);
    if (ask.options.keepAliveSeconds)
        body.set(u"keep_alive"_s, Json(*ask.options.keepAliveSeconds));
    body.set(u"options"_s, options);
    return body;
}

} // namespace snug
