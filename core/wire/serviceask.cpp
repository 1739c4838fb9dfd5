#include "core/wire/serviceask.h"

#include "core/conversion/bodyparts.h"
#include "core/conversion/modelsizes.h"
#include "core/formats/jsontext.h"
#include "core/wire/address.h"
#include "core/wire/endpoint.h"
#include "core/wire/goingback.h"
#include "core/wire/refusedmember.h"
#include "core/wire/withoutkeys.h"

#include <QUrlQuery>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

MessageSpeaker speakerOf(Role role)
{
    switch (role) {
    case Role::System:
        return MessageSpeaker::System;
    case Role::User:
        return MessageSpeaker::User;
    case Role::Assistant:
        return MessageSpeaker::Assistant;
    }
    return MessageSpeaker::System;
}

ChatAsk::Purpose purposeOf(GenerationType type)
{
    switch (type) {
    case GenerationType::Quiet:
        return ChatAsk::Purpose::Quiet;
    case GenerationType::Continue:
        return ChatAsk::Purpose::Continue;
    case GenerationType::Impersonate:
        return ChatAsk::Purpose::Impersonate;
    case GenerationType::Normal:
    case GenerationType::Swipe:
    case GenerationType::Regenerate:
        break;
    }
    return ChatAsk::Purpose::Reply;
}

QStringList superfluousEndings(const Connection &connection)
{
    QStringList endings{u"/completions"_s, u"/chat"_s, u"/models"_s, u"/responses"_s};
    if (connection.kind == Connection::Kind::TextService)
        return endings + QStringList{u"/generate"_s, u"/api"_s, u"/v1"_s};
    switch (chatServiceOf(connection)) {
    case ChatService::LlamaCpp:
        return endings + QStringList{u"/v1"_s};
    case ChatService::Ollama:
        return endings + QStringList{u"/generate"_s, u"/api"_s, u"/v1"_s};
    case ChatService::Gemini:
    case ChatService::Vertex:
        return endings + QStringList{u"/v1beta"_s, u"/v1"_s};
    case ChatService::Claude:
        return endings + QStringList{u"/messages"_s};
    case ChatService::Azure:
        return endings + QStringList{u"/openai"_s};
    default:
        return endings;
    }
}

// The path that belongs behind a bare host.
QString usualPath(const Connection &connection)
{
    if (connection.kind != Connection::Kind::ChatService)
        return {};
    const QUrl usual(factsOf(connection.service).address);
    const bool isThere = usual.host() == connection.baseUrl.host() || isOwnServer(connection.service);
    return isThere || connection.service == ChatService::Claude ? usual.path() : QString();
}

// What the header's value says before the secret begins: "Bearer ".
qsizetype openPart(const QByteArray &value)
{
    const qsizetype blank = value.indexOf(' ');
    return blank < 0 ? 0 : blank + 1;
}

// The socket's own, which nobody else may say.
bool isOfTheSocket(const QByteArray &name)
{
    static const QByteArrayList names{"host", "content-length", "connection", "transfer-encoding", "upgrade"};
    return names.contains(name);
}

void addHeader(QList<WireHeader> &headers, const CallHeader &header, const Secret &key)
{
    if (isOfTheSocket(header.name) || (header.hasKey && key.isEmpty()))
        return;
    if (!header.hasKey && header.value.trimmed() == "Bearer") // a key that is not there
        return;
    headers.removeIf([&](const WireHeader &known) { return known.name == header.name; });
    if (header.hasKey) {
        headers.append({header.name, header.value, key});
    } else if (isCredentialHeader(header.name) && !header.value.isEmpty()) {
        const qsizetype open = openPart(header.value);
        headers.append({header.name, header.value.first(open), Secret(header.value.sliced(open))});
    } else {
        headers.append({header.name, header.value});
    }
}

// Where the key of a question goes; as in a service's calls.
QList<CallHeader> keyHeaders(const Connection &connection)
{
    if (connection.kind == Connection::Kind::TextService) {
        switch (connection.textService) {
        case TextService::Ollama:
            return {};
        case TextService::Tabby:
        case TextService::Aphrodite:
        case TextService::Mancer:
            return {{"authorization", "Bearer ", true}, {"x-api-key", {}, true}};
        case TextService::Horde:
            return {{"apikey", {}, true}};
        default:
            return {{"authorization", "Bearer ", true}};
        }
    }
    switch (chatServiceOf(connection)) {
    case ChatService::Claude:
        return {{"x-api-key", {}, true}, {"anthropic-version", "2023-06-01"}};
    case ChatService::Gemini:
    case ChatService::Vertex:
        return {{"x-goog-api-key", {}, true}};
    case ChatService::Azure:
        return {{"api-key", {}, true}};
    default:
        return {{"authorization", "Bearer ", true}};
    }
}

void addQuery(QUrl &url, const QUrl &base, const QList<QueryItem> &items)
{
    QUrlQuery query(base);
    for (const QueryItem &item : items) {
        if (!item.hasKey) // stands in a header
            query.addQueryItem(item.name, QString::fromLatin1(QUrl::toPercentEncoding(item.value)));
    }
    url.setQuery(query.isEmpty() ? QString() : query.query(QUrl::FullyEncoded));
}

void put(Json &preset, const QString &key, const std::optional<double> &value)
{
    if (value)
        preset.set(key, Json(*value));
}

} // namespace

ChatService chatServiceOf(const Connection &connection)
{
    if (connection.kind == Connection::Kind::ChatService)
        return connection.service;
    if (connection.kind == Connection::Kind::LlamaServer)
        return ChatService::LlamaCpp;
    const QString host = connection.baseUrl.host();
    for (const ChatServiceFacts &facts : chatServices()) {
        if (!facts.address.isEmpty() && !isOwnServer(facts.service) && hasOpenAiShape(facts.service) &&
            QUrl(facts.address).host() == host)
            return facts.service;
    }
    return ChatService::Custom;
}

bool usesResponses(const Connection &connection)
{
    return connection.request.options.usesResponses && !connection.request.isCompatible &&
           !connection.completesText() && hasResponses(chatServiceOf(connection));
}

QList<ConvertedMessage> messagesOf(const AssembledPrompt &prompt)
{
    QList<ConvertedMessage> messages;
    messages.reserve(prompt.messages.size());
    for (const OutboundMessage &message : prompt.messages) {
        messages.append({.speaker = speakerOf(message.role),
                         .name = message.name,
                         .parts = {ContentPart::ofText(message.content)},
                         .source = message.source,
                         .origins = {int(messages.size())}});
    }
    return messages;
}

ChatAsk chatAskOf(const AssembledPrompt &prompt, const Connection &connection, bool hasKey)
{
    const RequestSettings &settings = connection.request;
    const RequestWishes &wishes = prompt.wishes;
    const Json &preset = wishes.preset;
    const ChatService service = chatServiceOf(connection);
    ChatAsk ask{.service = service,
                .form = settings.isCompatible ? ChatAsk::Form::Compatible : ChatAsk::Form::Right,
                .purpose = purposeOf(wishes.type),
                .model = connection.model};
    if (service == ChatService::Gemini || service == ChatService::Vertex)
        ask.model = ask.model.section(u'/', -1); // lists say "models/gemini-…"
    // Where the vendor's own address is made of an account's or a project's name, it is made there.
    if (service != ChatService::WorkersAi && service != ChatService::Vertex)
        ask.address = callBase(connection).toString(QUrl::FullyEncoded);
    ask.isKeyless = !hasKey;
    ask.takesAllSamplers =
        isOwnServer(service) || (service == ChatService::Custom && isNearby(connection.baseUrl.host()));
    ask.messages = messagesOf(prompt);
    putBack(ask.messages, prompt, connection);
    ask.names = {wishes.userName, wishes.characterName, wishes.groupNames};
    ask.postProcessing = settings.postProcessing;
    ask.samplers = prompt.samplers;
    if (ask.takesAllSamplers)
        ask.preset = preset;
    ask.maxTokens = prompt.maxTokens;
    ask.contextSize = connection.contextSize.value_or(prompt.budget.context);
    ask.streams = prompt.stream;
    ask.stop = prompt.stop;
    ask.effort = settings.effort.value_or(
        effortNamed(preset.value(u"reasoning_effort").toText()).value_or(Effort::Auto));
    ask.verbosity = settings.verbosity.value_or(
        verbosityNamed(preset.value(u"verbosity").toText()).value_or(Verbosity::Auto));
    ask.showsThoughts = settings.showsThoughts.value_or(preset.value(u"show_thoughts").toBool(true));
    ask.turnsThinkingOff = settings.turnsThinkingOff && !settings.isCompatible;
    if (ask.turnsThinkingOff) // then there is nothing of which to say how much
        ask.effort = Effort::Auto;
    // What a preset does not say is yes here: a system text is what services want, and what models know.
    ask.usesSystemText = preset.value(u"use_sysprompt").toBool(!settings.isCompatible);
    ask.prefill = settings.prefill;
    if (service == ChatService::Claude && ask.prefill.isEmpty()) {
        ask.prefill = preset.value(u"assistant_prefill").toText();
        ask.impersonationPrefill = preset.value(u"assistant_impersonation").toText();
    }
    ask.continuesPrefill = preset.value(u"continue_prefill").toBool();
    ask.searchesWeb = preset.value(u"enable_web_search").toBool();
    ask.claims = settings.claims;
    if (const ServiceClaims &said = settings.said; said.model == connection.model) {
        ask.heardKeys = said.parameters;
        ask.capabilities = said.capabilities;
    }
    if (const std::optional<int> most = longestReply(connection); most && *most > 0 && !ask.isCompatible())
        ask.maxTokens = std::min(ask.maxTokens, *most);
    ask.wantsLogprobs = settings.logProbAlternatives.has_value();
    ask.alternatives = settings.logProbAlternatives.value_or(0);
    ask.cache = settings.cache;
    ask.options = settings.options;
    return ask;
}

LogProbTraits logProbTraits(const Connection &connection)
{
    constexpr int mostOfOpenAi = 5;
    constexpr int mostOfOthers = 20;
    constexpr auto isSaid = LogProbTraits::Answer::Said;
    switch (connection.kind) {
    case Connection::Kind::Understudy:
        return {};
    case Connection::Kind::OpenAiCompletion:
        return {isSaid, chatServiceOf(connection) == ChatService::OpenAi ? mostOfOpenAi : mostOfOthers};
    case Connection::Kind::LlamaCompletion:
        return {isSaid, mostOfOthers};
    case Connection::Kind::TextService:
        return logProbTraits(connection.textService);
    default:
        return logProbTraits(chatAskOf({}, connection, true));
    }
}

TextAsk textAskOf(const AssembledPrompt &prompt, const Connection &connection)
{
    TextAsk ask{.service = connection.textService,
                .form = connection.request.isCompatible ? ChatAsk::Form::Compatible : ChatAsk::Form::Right,
                .purpose = purposeOf(prompt.wishes.type)};
    ask.server = callBase(connection).toString(QUrl::FullyEncoded);
    ask.model = connection.model;
    ask.prompt = prompt.prompt ? prompt.prompt->text() : QString();
    Json preset = prompt.wishes.preset.isObject() ? prompt.wishes.preset : Json::object();
    const SamplerValues &samplers = prompt.samplers;
    put(preset, u"temp"_s, samplers.temperature);
    put(preset, u"top_p"_s, samplers.topP);
    put(preset, u"top_k"_s, samplers.topK);
    put(preset, u"top_a"_s, samplers.topA);
    put(preset, u"min_p"_s, samplers.minP);
    put(preset, u"freq_pen"_s, samplers.frequencyPenalty);
    put(preset, u"presence_pen"_s, samplers.presencePenalty);
    put(preset, u"rep_pen"_s, samplers.repetitionPenalty);
    if (samplers.seed)
        preset.set(u"seed"_s, Json(*samplers.seed));
    preset.set(u"streaming"_s, Json(prompt.stream));
    ask.preset = preset;
    ask.stop = prompt.stop;
    ask.maxTokens = prompt.maxTokens;
    ask.contextSize = connection.contextSize.value_or(prompt.budget.context);
    ask.keepAliveSeconds = connection.request.options.keepAliveSeconds;
    ask.wantsLogprobs = connection.request.logProbAlternatives.has_value();
    ask.alternatives = connection.request.logProbAlternatives.value_or(0);
    return ask;
}

NovelAsk novelAskOf(const AssembledPrompt &prompt, const Connection &connection)
{
    const SamplerValues &samplers = prompt.samplers;
    Json preset = Json::object();
    put(preset, u"temperature"_s, samplers.temperature);
    put(preset, u"top_p"_s, samplers.topP);
    put(preset, u"top_k"_s, samplers.topK);
    put(preset, u"top_a"_s, samplers.topA);
    put(preset, u"min_p"_s, samplers.minP);
    put(preset, u"repetition_penalty"_s, samplers.repetitionPenalty);
    put(preset, u"typical_p"_s, prompt.textSamplers.typicalP);
    put(preset, u"tail_free_sampling"_s, prompt.textSamplers.tailFree);
    preset.set(u"prefix"_s, Json(u"vanilla"_s));
    return {.prompt = prompt.prompt ? prompt.prompt->text() : QString(),
            .preset = preset,
            .model = connection.model,
            .stop = prompt.stop,
            .maxTokens = prompt.maxTokens,
            .streams = prompt.stream};
}

QUrl callBase(const Connection &connection)
{
    QUrl base = endpoint(connection.baseUrl, {}, superfluousEndings(connection));
    base.setQuery(QString());
    if (base.path().isEmpty() || base.path() == u"/")
        base.setPath(usualPath(connection));
    return base;
}

ServiceCall heardCall(ServiceCall call, const ChatAsk &ask)
{
    static const QStringList optional{u"temperature"_s,
                                      u"top_p"_s,
                                      u"top_k"_s,
                                      u"min_p"_s,
                                      u"top_a"_s,
                                      u"frequency_penalty"_s,
                                      u"presence_penalty"_s,
                                      u"repetition_penalty"_s,
                                      u"seed"_s,
                                      u"stop"_s,
                                      u"logit_bias"_s,
                                      u"verbosity"_s};
    if (ask.heardKeys.isEmpty() || ask.isCompatible())
        return call;
    for (const QString &key : optional) {
        if (!ask.heardKeys.contains(key))
            call.body.remove(key);
    }
    return call;
}

ServiceCall adjustedCall(ServiceCall call, const Connection &connection)
{
    ChatAsk beside;
    beside.extras = connection.request.extras;
    applyExtras(call, beside);
    leaveOutRefused(call.body, connection);
    return call;
}

WireRequest adjustedRequest(WireRequest request, const Connection &connection)
{
    const RequestSettings &settings = connection.request;
    const Result<Json> body = parseJson(request.body);
    if (!body || (settings.extras.isEmpty() && settings.refusedFor(connection.model).isEmpty()))
        return request;
    ServiceCall call;
    call.body = *body;
    call = adjustedCall(call, connection);
    request.body = writeJsonLine(call.body);
    for (const CallHeader &header : std::as_const(call.headers))
        addHeader(request.headers, header, {});
    return request;
}

WireRequest requestOf(const ServiceCall &call, const Connection &connection, const Secret &key, bool streams)
{
    WireRequest request{.method = "POST", .url = QUrl(call.address)};
    const QUrl &base = connection.baseUrl;
    request.url.setScheme(base.scheme());
    request.url.setAuthority(base.authority(QUrl::FullyEncoded), QUrl::StrictMode);
    addQuery(request.url, base, call.query);
    request.headers = requestHeaders(streams ? Answer::EventStream : Answer::Json, true, {});
    QList<CallHeader> headers = call.headers;
    for (const QueryItem &item : call.query) {
        if (item.hasKey)
            headers.append(CallHeader{"x-goog-api-key", {}, true});
    }
    for (const CallHeader &header : std::as_const(headers))
        addHeader(request.headers, header, key);
    request.body = writeJsonLine(call.body);
    return request;
}

WireRequest questionOf(const Connection &connection, const Secret &key, const QString &path,
                       RequestPurpose purpose, const QList<QueryItem> &query)
{
    QUrl url = callBase(connection);
    url.setPath(url.path(QUrl::FullyEncoded) + path, QUrl::StrictMode);
    addQuery(url, connection.baseUrl, query);
    WireRequest request{"GET", url, requestHeaders(Answer::Json, false, {}), {}, purpose};
    ServiceCall call;
    call.headers = keyHeaders(connection);
    ChatAsk beside;
    beside.extras = {.headers = connection.request.extras.headers};
    applyExtras(call, beside);
    for (const CallHeader &header : std::as_const(call.headers))
        addHeader(request.headers, header, key);
    return request;
}

} // namespace snug
