// Google's generateContent, of AI Studio and of Vertex AI.
// https://ai.google.dev/api/generate-content
#include "core/conversion/bodyparts.h"
#include "core/conversion/logprobkeys.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostStopTexts = 5;
constexpr qsizetype longestStopText = 16;
const QString &skippedSignature()
{
    static const QString text = u"skip_thought_signature_validator"_s;
    return text;
}

Json mediaPart(const ContentPart &part, const GeminiTraits &traits)
{
    const DataUrl url = dataUrl(part.data);
    Json object =
        Json::object({{u"inlineData"_s,
                       Json::object({{u"mimeType"_s, Json(url.mediaType)}, {u"data"_s, Json(url.data)}})}});
    const QString detail = part.data[part.data[u"type"].toText()][u"detail"].toText();
    if (traits.takesMediaResolution && (detail == u"low" || detail == u"high"))
        object.set(u"mediaResolution"_s, Json::object({{u"level"_s, Json(u"media_resolution_"_s + detail)}}));
    if (part.data[u"signature"].isString())
        object.set(u"thoughtSignature"_s, part.data[u"signature"]);
    return object;
}

Json geminiPart(const ContentPart &part, const GeminiTraits &traits, const ChatAsk &ask)
{
    switch (part.kind) {
    case ContentPart::Kind::Media:
        return mediaPart(part, traits);
    case ContentPart::Kind::ToolCall: {
        Json object = Json::object(
            {{u"functionCall"_s,
              Json::object({{u"name"_s, part.data[u"name"]}, {u"args"_s, callArguments(part, ask)}})}});
        if (part.data[u"signature"].isString())
            object.set(u"thoughtSignature"_s, part.data[u"signature"]);
        else if (traits.needsCallSignatures)
            object.set(u"thoughtSignature"_s, Json(skippedSignature()));
        return object;
    }
    case ContentPart::Kind::ToolResult: {
        const QString name = part.data[u"name"].toText();
        const Json response = Json::object({{u"name"_s, Json(name)}, {u"content"_s, Json(part.text.text())}});
        return Json::object(
            {{u"functionResponse"_s, Json::object({{u"name"_s, Json(name)}, {u"response"_s, response}})}});
    }
    case ContentPart::Kind::Opaque:
    case ContentPart::Kind::Other:
        return part.data;
    case ContentPart::Kind::Text:
        break;
    }
    Json object = Json::object({{u"text"_s, Json(part.text.text())}});
    if (part.data[u"signature"].isString())
        object.set(u"thoughtSignature"_s, part.data[u"signature"]);
    return object;
}

Json geminiContents(const ChatAsk &ask, const OutboundPrompt &prompt, const GeminiTraits &traits)
{
    Json list = Json::array();
    for (const ConvertedMessage &message : prompt.messages) {
        Json parts = Json::array();
        for (const ContentPart &part : message.parts)
            parts.append(geminiPart(part, traits, ask));
        list.append(Json::object(
            {{u"role"_s, Json(message.speaker == MessageSpeaker::Assistant ? u"model"_s : u"user"_s)},
             {u"parts"_s, parts}}));
    }
    return list;
}

Json geminiStops(const ChatAsk &ask)
{
    Json list = Json::array();
    for (const QString &text : ask.stop.first(std::min(ask.stop.size(), mostStopTexts))) {
        if (!text.isEmpty() && text.size() <= longestStopText)
            list.append(Json(text));
    }
    return list;
}

Json generationConfig(const ChatAsk &ask, const GeminiTraits &traits)
{
    Json config = Json::object();
    if (const Json stops = geminiStops(ask); stops.size() > 0)
        config.set(u"stopSequences"_s, stops);
    if (traits.takesSamplers)
        config.set(u"candidateCount"_s, Json(1));
    if (ask.maxTokens > 0)
        config.set(u"maxOutputTokens"_s, Json(ask.maxTokens));
    if (traits.takesSamplers) {
        setNumber(config, u"temperature"_s, ask.samplers.temperature);
        setNumber(config, u"topP"_s, ask.samplers.topP);
        if (ask.samplers.topK && *ask.samplers.topK > 0)
            setNumber(config, u"topK"_s, ask.samplers.topK);
    }
    if (!ask.schema.isUndefined()) {
        config.set(u"responseMimeType"_s, Json(u"application/json"_s));
        config.set(u"responseSchema"_s, flatSchema(ask.schema[u"value"], true));
    }
    if (ask.samplers.seed)
        config.set(u"seed"_s, Json(*ask.samplers.seed));
    setMembers(config, logProbKeys(ask));
    if (traits.makesImages) {
        config.set(u"responseModalities"_s, Json(QStringList{u"text"_s, u"image"_s}));
        Json image = Json::object();
        if (!ask.imageAspect.isEmpty())
            image.set(u"aspectRatio"_s, Json(ask.imageAspect));
        if (!ask.imageSize.isEmpty() && ask.model.startsWith(u"gemini-3"))
            image.set(u"imageSize"_s, Json(ask.imageSize));
        const bool isWished = !ask.imageAspect.isEmpty() || !ask.imageSize.isEmpty();
        if (image.size() > 0 || (isWished && ask.isCompatible()))
            config.set(u"imageConfig"_s, image);
    }
    if (!traits.thinking.isUndefined())
        config.set(u"thinkingConfig"_s, traits.thinking);
    return config;
}

void setTools(Json &body, const ChatAsk &ask, const GeminiTraits &traits)
{
    if (hasTools(ask) && traits.takesTools) {
        Json declarations = Json::array();
        const QList<Json> offered = ask.tools.items();
        for (const Json &tool : offered) {
            Json function = tool[u"function"];
            const Json parameters = function[u"parameters"];
            if (!parameters.isUndefined()) {
                Json tidied = parameters;
                tidied.remove(u"$schema");
                function.set(u"parameters"_s, tidied);
            }
            if (parameters[u"properties"].isObject() && parameters[u"properties"].size() == 0)
                function.remove(u"parameters"); // an object without properties is refused
            declarations.append(function);
        }
        body.set(u"tools"_s, Json::array({Json::object({{u"function_declarations"_s, declarations}})}));
        const QString choice = ask.toolChoice.toText();
        const QString mode = choice == u"none" ? u"NONE"_s : choice == u"required" ? u"ANY"_s : u"AUTO"_s;
        body.set(u"toolConfig"_s,
                 Json::object({{u"functionCallingConfig"_s, Json::object({{u"mode"_s, Json(mode)}})}}));
    } else if (ask.searchesWeb && traits.takesWebSearch) {
        body.set(u"tools"_s, Json::array({Json::object({{u"google_search"_s, Json::object()}})}));
    }
}

QString vertexBase(const ChatAsk &ask)
{
    const ServiceOptions &options = ask.options;
    const QString region = options.region.isEmpty() ? u"us-central1"_s : options.region;
    const QString host =
        u"https://"_s + (region == u"global" ? QString() : region + u'-') + u"aiplatform.googleapis.com/v1"_s;
    const QString project =
        u"/projects/"_s + options.project + u"/locations/"_s + region + u"/publishers/google"_s;
    if (options.usesServiceAccount)
        return host + project;
    if (!options.project.isEmpty())
        return u"https://aiplatform.googleapis.com/v1"_s + project;
    return host + u"/publishers/google"_s;
}

} // namespace

MessageRules geminiRules(const ChatAsk &ask)
{
    using Rules = MessageRules;
    const GeminiTraits traits = geminiTraits(ask);
    Rules rules{.laterSystem = Rules::LaterSystem::User,
                .names = Rules::Names::Prefix,
                .merging = ask.isCompatible() ? Rules::Merging::FirstText : Rules::Merging::Texts,
                .namesExamples = true,
                .namesExamplesOfAll = true,
                .namesEveryText = ask.isCompatible(),
                .removesNames = true,
                .placeholderIfEmpty = !ask.isCompatible(),
                .toolsAreParts = true,
                .dropsEmpty = !ask.isCompatible(),
                .dataMediaOnly = true,
                .partSignature = traits.signsImages ? skippedSignature() : QString(),
                .signsTexts = traits.keepsSignatures,
                .placeholder = ask.placeholder};
    if (ask.usesSystemText && traits.takesSystemText)
        rules.leadingSystem =
            ask.isCompatible() ? Rules::LeadingSystem::HoistButLast : Rules::LeadingSystem::Hoist;
    if (!traits.takesPrefill)
        rules.trailing = ask.isCompatible() ? Rules::Trailing::UserMerged : Rules::Trailing::Instruct;
    return rules;
}

ServiceCall geminiCall(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const GeminiTraits traits = geminiTraits(ask);
    const bool isVertex = ask.service == ChatService::Vertex;
    Json body = Json::object({{u"contents"_s, geminiContents(ask, prompt, traits)}});
    body.set(u"safetySettings"_s, safetySettings(isVertex));
    body.set(u"generationConfig"_s, generationConfig(ask, traits));
    if (!prompt.system.isEmpty()) {
        Json parts = Json::array();
        for (const ContentPart &part : prompt.system)
            parts.append(geminiPart(part, traits, ask));
        body.set(u"systemInstruction"_s, Json::object({{u"parts"_s, parts}}));
    }
    setTools(body, ask, traits);

    ServiceCall call;
    const QString version = ask.options.apiVersion.isEmpty() ? u"v1beta"_s : ask.options.apiVersion;
    const QString verb = ask.streams ? u":streamGenerateContent"_s : u":generateContent"_s;
    QString base = ask.address;
    if (!isVertex)
        base = (base.isEmpty() ? factsOf(ask.service).address : base) + u'/' + version;
    else
        base = base.isEmpty() ? vertexBase(ask) : base + u"/v1/publishers/google"_s;
    call.address = base + u"/models/"_s + ask.model + verb;
    if (isVertex && (ask.options.usesServiceAccount || ask.isProxy))
        call.headers.append(CallHeader{"authorization", "Bearer ", true});
    else if (ask.isCompatible())
        call.query.append(QueryItem{u"key"_s, {}, true});
    else
        call.headers.append(CallHeader{"x-goog-api-key", {}, true});
    if (ask.streams)
        call.query.append(QueryItem{u"alt"_s, u"sse"_s});
    call.body = body;
    return call;
}

} // namespace snug
