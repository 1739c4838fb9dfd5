#include "app/cases/conversioncase.h"

#include "core/conversion/textcall.h"
#include "core/formats/jsontext.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What a page setting is where the case says nothing (SillyTavern's own defaults).
Json pageValue(const Json &settings, QStringView key, const Json &otherwise)
{
    const Json value = settings.value(key);
    return value.isUndefined() ? otherwise : value;
}

double number(const Json &settings, QStringView key, double otherwise)
{
    return pageValue(settings, key, Json(otherwise)).toDouble(otherwise);
}

QList<ContentPart> caseParts(const Json &content, const Source &source)
{
    if (!content.isArray())
        return {ContentPart::ofText(TracedText(content.toText(), source))};
    QList<ContentPart> parts;
    const QList<Json> items = content.items();
    for (const Json &item : items) {
        const QString type = item[u"type"].toText();
        if (type == u"text")
            parts.append(ContentPart::ofText(TracedText(item[u"text"].toText(), source)));
        else if (type.endsWith(u"_url"))
            parts.append({ContentPart::Kind::Media, {}, item});
        else
            parts.append({ContentPart::Kind::Other, {}, item});
    }
    return parts;
}

ConvertedMessage::Wordless wordlessOf(const Json &message)
{
    using Wordless = ConvertedMessage::Wordless;
    return !message.contains(u"content")        ? Wordless::Absent
           : message.value(u"content").isNull() ? Wordless::Null
                                                : Wordless::EmptyText;
}

QList<ConvertedMessage> caseMessages(const Json &list)
{
    QList<ConvertedMessage> messages;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const Json item = list.at(i);
        const QString role = item[u"role"].toText();
        const Source source(SourceKind::PromptText, QString::number(i));
        ConvertedMessage message{.speaker = role == u"system"      ? MessageSpeaker::System
                                            : role == u"assistant" ? MessageSpeaker::Assistant
                                            : role == u"tool"      ? MessageSpeaker::Tool
                                                                   : MessageSpeaker::User,
                                 .name = item[u"name"].toText(),
                                 .parts = caseParts(item[u"content"], source),
                                 .isList = item[u"content"].isArray(),
                                 .wordless = wordlessOf(item),
                                 .toolCalls = item[u"tool_calls"],
                                 .toolCallId = item[u"tool_call_id"].toText(),
                                 .signature = item[u"signature"].toText(),
                                 .source = source,
                                 .origins = {int(i)}};
        messages.append(message);
    }
    return messages;
}

ServiceOptions caseOptions(ChatService service, const Json &settings, const Json &config)
{
    ServiceOptions options;
    options.providers = settings[u"openrouter_providers"].toTextList();
    options.quantizations = settings[u"openrouter_quantizations"].toTextList();
    options.allowsFallbacks = settings[u"openrouter_allow_fallbacks"].toBool(true);
    options.usesFallbackRoute = settings[u"openrouter_use_fallback"].toBool();
    options.middleOut = settings[u"openrouter_middleout"].toText(u"on"_s);
    options.usesServiceAccount = settings[u"vertexai_auth_mode"].toText() == u"full";
    options.region = settings[u"vertexai_region"].toText(u"us-central1"_s);
    options.project = settings[u"vertexai_express_project_id"].toText();
    if (options.usesServiceAccount)
        options.project = u"sample-project"_s; // stands in the service account's file
    options.deployment = settings[u"azure_deployment_name"].toText();
    options.apiVersion = service == ChatService::Azure ? settings[u"azure_api_version"].toText()
                                                       : config[u"gemini.apiVersion"].toText();
    options.account = settings[u"workers_ai_account_id"].toText();
    static const QStringList otherEndpoints{u"coding"_s, u"cn"_s, u"anonymous"_s};
    const QString endpoint = u"%1_endpoint"_s.arg(factsOf(service).id);
    options.usesOtherEndpoint = otherEndpoints.contains(settings[endpoint].toText());
    options.provider = settings[u"nanogpt_provider"].toText();
    options.paysAsItGoes = settings[u"nanogpt_payg_override"].toBool();
    options.prefixesLast = config[u"mistral.enablePrefix"].toBool();
    options.keepsSignatures = config[u"gemini.thoughtSignatures"].toBool(true);
    options.affinity = "<16 hex digits>";
    return options;
}

bool takesProxy(ChatService service)
{
    using enum ChatService;
    static const QList<ChatService> services{Claude,   OpenAi, Mistral, Gemini,  Vertex,
                                             DeepSeek, Xai,    Zai,     Moonshot};
    return services.contains(service);
}

void takeFlatRequest(ChatAsk &ask, const Json &flat)
{
    ask.samplers = {};
    if (flat[u"temperature"].isNumber())
        ask.samplers.temperature = flat[u"temperature"].toDouble();
    if (flat[u"top_p"].isNumber())
        ask.samplers.topP = flat[u"top_p"].toDouble();
    ask.model = flat[u"model"].toText();
    ask.address = flat[u"custom_url"].toText();
    ask.maxTokens = flat[u"max_tokens"].toInt();
    ask.streams = flat[u"stream"].toBool();
    ask.isKeyless = flat.contains(u"secret_id"); // names none that is stored
}

ChatAsk::Purpose purposeNamed(const QString &type)
{
    return type == u"quiet"         ? ChatAsk::Purpose::Quiet
           : type == u"continue"    ? ChatAsk::Purpose::Continue
           : type == u"impersonate" ? ChatAsk::Purpose::Impersonate
                                    : ChatAsk::Purpose::Reply;
}

Result<ChatAsk> chatAskOf(const ConversionCase &read)
{
    const std::optional<ChatService> service = chatServiceNamed(read.service);
    if (!service)
        return failure(u"no service is named “%1”"_s.arg(read.service));
    const Json page = read.input[u"page"];
    const Json settings = page[u"settings"];
    const Json config = read.input[u"config"];
    ChatAsk ask{.service = *service, .form = ChatAsk::Form::Compatible, .model = page[u"model"].toText()};
    ask.purpose = purposeNamed(page[u"type"].toText());
    ask.messages = caseMessages(read.input[u"messages"]);
    const Json names = page[u"names"];
    ask.names = {names[u"user"].toText(u"Nora"_s), names[u"char"].toText(u"Captain Bryde"_s),
                 names[u"group"].toTextList()};
    ask.postProcessing = postProcessingNamed(settings[u"custom_prompt_post_processing"].toText())
                             .value_or(PostProcessing::None);
    ask.placeholder = config[u"promptPlaceholder"].toText(u"[Start a new chat]"_s);
    ask.address = *service == ChatService::Custom  ? settings[u"custom_url"].toText()
                  : *service == ChatService::Azure ? settings[u"azure_base_url"].toText()
                  : takesProxy(*service)           ? settings[u"reverse_proxy"].toText()
                                                   : QString();
    ask.isProxy = takesProxy(*service) && !settings[u"reverse_proxy"].toText().isEmpty();

    ask.samplers.temperature = number(settings, u"temp_openai", 1);
    ask.samplers.frequencyPenalty = number(settings, u"freq_pen_openai", 0);
    ask.samplers.presencePenalty = number(settings, u"pres_pen_openai", 0);
    ask.samplers.topP = number(settings, u"top_p_openai", 1);
    ask.samplers.topK = number(settings, u"top_k_openai", 0);
    ask.samplers.minP = number(settings, u"min_p_openai", 0);
    ask.samplers.topA = number(settings, u"top_a_openai", 0);
    ask.samplers.repetitionPenalty = number(settings, u"repetition_penalty_openai", 1);
    if (const double seed = number(settings, u"seed", -1); seed >= 0)
        ask.samplers.seed = qint64(seed);
    ask.maxTokens = int(number(settings, u"openai_max_tokens", 300));
    ask.streams = settings[u"stream_openai"].toBool();
    const Json stop = page[u"stop"];
    for (const Json &text : stop.items())
        ask.stop << text.toText();
    ask.replies = int(number(settings, u"n", 1));
    ask.wantsLogprobs = page[u"logprobs"].toBool();
    ask.logitBias = page[u"logit_bias"];
    ask.schema = page[u"json_schema"];
    ask.tools = page[u"tools"];
    ask.toolChoice = Json(u"auto"_s);
    ask.effort = effortNamed(settings[u"reasoning_effort"].toText(u"auto"_s)).value_or(Effort::Auto);
    ask.verbosity = verbosityNamed(settings[u"verbosity"].toText(u"auto"_s)).value_or(Verbosity::Auto);
    ask.showsThoughts = settings[u"show_thoughts"].toBool(true);
    ask.usesSystemText = settings[u"use_sysprompt"].toBool();
    ask.prefill = settings[u"assistant_prefill"].toText();
    ask.impersonationPrefill = settings[u"assistant_impersonation"].toText();
    ask.continuesPrefill = settings[u"continue_prefill"].toBool();
    ask.searchesWeb = settings[u"enable_web_search"].toBool();
    ask.wantsImages = settings[u"request_images"].toBool();
    ask.imageAspect = settings[u"request_image_aspect_ratio"].toText();
    ask.imageSize = settings[u"request_image_resolution"].toText();
    ask.thinksAdaptively = config[u"claude.enableAdaptiveThinking"].toBool();
    ask.cache = {.system = config[u"claude.enableSystemPromptCache"].toBool(),
                 .depth = int(number(config, u"claude.cachingAtDepth", -1)),
                 .forAnHour = config[u"claude.extendedTTL"].toBool(),
                 .geminiSystem = config[u"gemini.enableSystemPromptCache"].toBool()};
    ask.options = caseOptions(*service, settings, config);
    if (page.isUndefined()) // what the page sends is all that the case says
        takeFlatRequest(ask, read.input[u"settings"]);
    if (*service == ChatService::Custom) {
        ask.extras = {settings[u"custom_include_headers"].toText(), settings[u"custom_include_body"].toText(),
                      settings[u"custom_exclude_body"].toText()};
    }
    return ask;
}

} // namespace

Json callJson(const ServiceCall &call)
{
    const QString address = call.address.startsWith(u"https://") ? call.address.sliced(8) : call.address;
    const qsizetype slash = address.indexOf(u'/');
    Json headers = Json::object();
    for (const CallHeader &header : call.headers)
        headers.set(QString::fromLatin1(header.name),
                    Json(QString::fromUtf8(header.value) + (header.hasKey ? u"KEY"_s : QString())));
    Json object = Json::object({{u"method"_s, Json(u"POST"_s)},
                                {u"host"_s, Json(address.first(slash))},
                                {u"path"_s, Json(address.sliced(slash))}});
    if (!call.query.isEmpty()) {
        Json query = Json::object();
        for (const QueryItem &item : call.query)
            query.set(item.name, Json(item.hasKey ? u"KEY"_s : item.value));
        object.set(u"query"_s, query);
    }
    object.set(u"headers"_s, headers);
    object.set(u"body"_s, call.body);
    return object;
}

Result<ConversionCase> readConversionCase(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(file.errorString(), {}, path);
    const Result<Json> document = parseJson(file.readAll());
    if (!document)
        return std::unexpected(document.error().inFile(path));
    return ConversionCase{(*document)[u"source"].toText(), (*document)[u"endpoint"].toText(),
                          (*document)[u"input"], (*document)[u"expected"],
                          (*document)[u"quirks"].toTextList()};
}

Result<OutboundPrompt> outboundPromptOf(const ConversionCase &read)
{
    return chatAskOf(read).transform([](const ChatAsk &ask) { return outboundPrompt(ask); });
}

namespace {

QStringList stopsOf(const Json &page)
{
    const Json stop = page[u"stop"];
    return stop.isUndefined() ? QStringList{u"\nNora:"_s} : stop.toTextList();
}

ServiceCall textCallOf(const ConversionCase &read)
{
    const Json page = read.input[u"page"];
    const Json settings = page[u"settings"];
    const Json config = read.input[u"config"];
    const QString id = read.service;
    const TextService service = textServiceNamed(id).value_or(TextService::Generic);
    TextAsk ask{.service = service, .form = ChatAsk::Form::Compatible};
    ask.purpose = purposeNamed(page[u"type"].toText());
    ask.server = page[u"server"].toText(u"<server>"_s);
    if (service == TextService::TogetherAi || service == TextService::InfermaticAi ||
        service == TextService::DreamGen || service == TextService::OpenRouter ||
        service == TextService::Featherless || service == TextService::Mancer) {
        // Where they are is SillyTavern's to know, not the page's.
        const Json expected = read.input[u"settings"][u"api_server"];
        ask.server = expected.toText();
    }
    if (service != TextService::HuggingFace && service != TextService::KoboldCpp)
        ask.model =
            settings[service == TextService::TextGenerationWebUi ? u"custom_model"_s : u"%1_model"_s.arg(id)]
                .toText();
    if (ask.model.isEmpty())
        ask.model = service == TextService::Mancer        ? u"mytholite"_s
                    : service == TextService::HuggingFace ? u"tgi"_s
                    : service == TextService::DreamGen    ? u"lucid-v1-extra-large/text"_s
                                                          : QString();
    ask.prompt = page[u"prompt"].toText();
    ask.preset = settings.isUndefined() ? Json::object() : settings;
    ask.stop = stopsOf(page);
    ask.maxTokens = int(number(page, u"max_tokens", 200));
    ask.contextSize = int(number(page, u"max_context", 8192));
    ask.wantsLogprobs = page[u"logprobs"].toBool();
    ask.logitBias = page[u"logit_bias"];
    ask.keepAliveSeconds = int(number(config, u"ollama.keepAlive", -1));
    ask.batchSize = int(number(config, u"ollama.batchSize", -1));
    return textCall(ask);
}

KoboldAsk koboldAskOf(const ConversionCase &read)
{
    const Json page = read.input[u"page"];
    if (page.isUndefined()) {
        const Json flat = read.input[u"settings"];
        return {.server = flat[u"api_server"].toText(),
                .prompt = flat[u"prompt"].toText(),
                .preset = flat,
                .stop = {},
                .maxTokens = flat[u"max_length"].toInt(),
                .contextSize = flat[u"max_context_length"].toInt()};
    }
    Json settings = page[u"settings"].isUndefined() ? Json::object() : page[u"settings"];
    if (page[u"type"].toText() == u"quiet")
        settings.set(u"streaming_kobold"_s, Json(false));
    const Json flags = page[u"flags"];
    const auto can = [&](QStringView key) { return flags[key].isUndefined() || flags[key].toBool(); };
    // The page asks the Horde's workers for all that they might be able to do.
    const auto may = [&](QStringView key) { return read.endpoint == u"horde" || can(key); };
    return {.server = u"<server>/api"_s,
            .prompt = page[u"prompt"].toText(),
            .preset = settings,
            .stop = stopsOf(page),
            .maxTokens = int(number(page, u"max_tokens", 200)),
            .contextSize = int(number(page, u"max_context", 4096)),
            .abilities = {may(u"can_use_stop_sequence"), can(u"can_use_streaming"),
                          may(u"can_use_default_badwordsids"), may(u"can_use_mirostat"),
                          may(u"can_use_grammar"), may(u"can_use_min_p")},
            .continues = can(u"can_use_grammar") && page[u"type"].toText() == u"continue"};
}

ServiceCall novelCallOf(const ConversionCase &read)
{
    const Json page = read.input[u"page"];
    const Json settings = page[u"settings"];
    return novelCall({.prompt = page[u"prompt"].toText(),
                      .preset = settings.isUndefined() ? Json::object() : settings,
                      .model = settings[u"model_novel"].toText(u"kayra-v1"_s),
                      .stop = {},
                      .maxTokens = int(number(page, u"max_tokens", 200)),
                      .tier = int(number(page, u"tier", 3)),
                      .wantsLogprobs = page[u"logprobs"].toBool(),
                      .streams = settings[u"streaming_novel"].toBool() || settings[u"streaming"].toBool()});
}

} // namespace

Result<Json> playConversionCase(const ConversionCase &read)
{
    if (read.endpoint == u"text")
        return callJson(textCallOf(read));
    if (read.endpoint == u"kobold")
        return callJson(koboldCall(koboldAskOf(read)));
    if (read.endpoint == u"novel")
        return callJson(novelCallOf(read));
    if (read.endpoint == u"horde")
        return callJson(hordeCall(koboldAskOf(read), read.input[u"settings"][u"models"].toTextList(),
                                  read.input[u"settings"][u"trusted_workers"].toBool()));
    if (!read.endpoint.isEmpty())
        return failure(u"no endpoint is named “%1”"_s.arg(read.endpoint));
    const Result<ChatAsk> ask = chatAskOf(read);
    if (!ask)
        return std::unexpected(ask.error());
    return callJson(chatCall(*ask, outboundPrompt(*ask)));
}

namespace {

QString jsonDifference(const Json &is, const Json &should, const QString &place)
{
    const auto shown = [](const Json &value) {
        return value.isUndefined() ? u"nothing"_s : QString::fromUtf8(writeJsonLine(value)).left(300);
    };
    const QString differs = u"%1: is %2, should be %3"_s.arg(place, shown(is), shown(should));
    if (is.isObject() && should.isObject()) {
        QStringList wrong;
        for (const Json::Member &member : should.members())
            wrong << jsonDifference(is[member.key], member.value, place + u'.' + member.key);
        for (const Json::Member &member : is.members()) {
            if (!should.contains(member.key))
                wrong << jsonDifference(member.value, {}, place + u'.' + member.key);
        }
        wrong.removeAll(QString());
        return wrong.join(u'\n');
    }
    if (is.isArray() && should.isArray() && is.size() == should.size()) {
        QStringList wrong;
        for (qsizetype i = 0; i < is.size(); ++i)
            wrong << jsonDifference(is.at(i), should.at(i), u"%1[%2]"_s.arg(place).arg(i));
        wrong.removeAll(QString());
        return wrong.join(u'\n');
    }
    if (is.isNumber() && should.isNumber())
        return is.asDouble() == should.asDouble() ? QString() : differs;
    return is == should ? QString() : differs;
}

} // namespace

QString conversionDifference(const Json &is, const Json &should)
{
    const auto comparable = [](Json value) {
        Json headers = value[u"headers"];
        for (const QString &name :
             {u"http-referer"_s, u"x-title"_s, u"x-session-affinity"_s, u"client-agent"_s}) {
            if (headers.contains(name))
                headers.set(name, Json(u"any"_s));
        }
        value.set(u"headers"_s, headers);
        return value;
    };
    return jsonDifference(comparable(is), comparable(should), u"request"_s);
}

} // namespace snug
