// Which rules and which body belong to a service.
#include "core/conversion/bodyparts.h"
#include "core/conversion/chatask.h"
#include "core/conversion/compatiblemessages.h"
#include "core/conversion/convertmessages.h"
#include "core/conversion/messagenames.h"
#include "core/conversion/opaqueparts.h"
#include "core/conversion/settledask.h"

#include <QCryptographicHash>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Rules = MessageRules;

Rules mistralRules(const ChatAsk &ask)
{
    return {.laterSystem = ask.isCompatible() ? Rules::LaterSystem::FirstAfterAssistant
                                              : Rules::LaterSystem::UserAfterAssistant,
            .names = Rules::Names::Prefix,
            .namesExamples = true,
            .namesSystem = false,
            .keepsUnusedNames = ask.isCompatible(),
            .removesNames = !ask.isCompatible()};
}

Rules cohereRules(const ChatAsk &ask)
{
    return {.names = Rules::Names::Prefix,
            .namesExamples = true,
            .namesSystem = false,
            .removesNames = true,
            .placeholderIfEmpty = true,
            .placeholder = ask.placeholder};
}

Rules ai21Rules(const ChatAsk &ask)
{
    return {.leadingSystem = Rules::LeadingSystem::Join,
            .names = Rules::Names::Prefix,
            .merging = ask.isCompatible() ? Rules::Merging::AllTexts : Rules::Merging::Texts,
            .namesExamples = true,
            .namesLaterExamples = false,
            .namesSystem = false,
            .removesNames = true,
            .placeholderIfEmpty = true,
            .keepsLaterCalls = !ask.isCompatible(),
            .placeholder = ask.placeholder};
}

Rules xaiRules(const ChatAsk &ask)
{
    Rules rules{.names = ask.isCompatible() ? Rules::Names::PrefixCharacter : Rules::Names::Prefix,
                .namesExamples = true};
    rules.namesSystem = false;
    rules.removesNames = !ask.isCompatible();
    return rules;
}

QString shortToolId(const QString &id)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(id.toUtf8(), QCryptographicHash::Sha512).toHex().first(9));
}

// No user speaks right after a tool: those words join the user's before it.
void joinBehindTools(OutboundPrompt &prompt)
{
    QList<ConvertedMessage> messages;
    qsizetype lastUser = -1;
    for (ConvertedMessage &message : prompt.messages) {
        const bool isUsers = message.speaker == MessageSpeaker::User;
        const bool followsTool = !messages.isEmpty() && messages.last().speaker == MessageSpeaker::Tool;
        if (isUsers && followsTool && lastUser >= 0) {
            ConvertedMessage &user = messages[lastUser];
            const TracedText line = TracedText::computed(u"\n\n"_s, Source(SourceKind::SeparatorMerge));
            user.parts.append(ContentPart::ofText(line));
            user.parts += message.parts;
            user.origins += message.origins;
            prompt.seam.append({SeamRemark::Kind::Merged, 2, 1, user.origins});
            continue;
        }
        if (isUsers && (message.isList || !message.text().isEmpty()))
            lastUser = messages.size();
        messages.append(std::move(message));
    }
    prompt.messages = std::move(messages);
}

// Its ids have nine letters.
void tidyForMistral(OutboundPrompt &prompt, const ChatAsk &ask)
{
    for (ConvertedMessage &message : prompt.messages) {
        Json calls = message.toolCalls;
        for (qsizetype i = 0; i < calls.size(); ++i) {
            Json call = calls.at(i);
            call.set(u"id"_s, Json(shortToolId(call[u"id"].toText())));
            calls.setAt(i, call);
        }
        message.toolCalls = calls;
        if (!message.toolCallId.isEmpty())
            message.toolCallId = shortToolId(message.toolCallId);
    }
    const bool prefixes = ask.options.prefixesLast || !ask.isCompatible();
    if (prefixes && !prompt.messages.isEmpty() && prompt.messages.last().speaker == MessageSpeaker::Assistant)
        prompt.messages.last().members = Json::object({{u"prefix"_s, Json(true)}});
}

void tidyForDeepSeek(OutboundPrompt &prompt, const ChatAsk &ask)
{
    bool hasToolMessage = false;
    for (ConvertedMessage &message : prompt.messages) {
        hasToolMessage |= message.speaker == MessageSpeaker::Tool;
        if (message.toolCalls.size() > 0)
            message.members = Json::object({{u"reasoning_content"_s, Json(QString(u""_s))}});
    }
    if (!hasTools(ask) && !hasToolMessage && !prompt.messages.isEmpty() &&
        prompt.messages.last().speaker == MessageSpeaker::Assistant)
        prompt.messages.last().members = Json::object({{u"prefix"_s, Json(true)}});
}

QString signatureFormat(const QString &model)
{
    if (model.contains(u"google/gemini"))
        return u"google-gemini-v1"_s;
    if (model.contains(u"anthropic/claude"))
        return u"anthropic-claude-v1"_s;
    if (model.contains(u"openai/gpt"))
        return u"openai-responses-v1"_s;
    if (model.contains(u"x-ai/grok"))
        return u"xai-responses-v1"_s;
    return u"unknown"_s;
}

void markText(ConvertedMessage &message, const Json &mark)
{
    for (auto part = message.parts.rbegin(); part != message.parts.rend(); ++part) {
        if (part->isText()) {
            part->data.set(u"cache_control"_s, mark);
            return;
        }
    }
}

void markLast(ConvertedMessage &message, const Json &mark)
{
    if (!message.parts.isEmpty())
        message.parts.last().data.set(u"cache_control"_s, mark);
}

void markCaches(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const bool isClaude = ask.service == ChatService::OpenRouter ? ask.model.startsWith(u"anthropic/claude")
                                                                 : ask.model.startsWith(u"claude");
    const bool isGemini =
        ask.cache.geminiSystem && ask.options.hasCachePrice && ask.model.startsWith(u"google/gemini");
    if ((isClaude && ask.cache.system) || isGemini) {
        Json mark = cacheMark(ask.cache);
        if (isGemini)
            mark.remove(u"ttl");
        qsizetype last = -1;
        for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
            if (prompt.messages.at(i).speaker == MessageSpeaker::System && (last < 0 || !ask.isCompatible()))
                last = i;
            else if (!ask.isCompatible())
                break;
        }
        if (last >= 0)
            markText(prompt.messages[last], mark);
    }
    if (isClaude) {
        for (const qsizetype i : cachedMessages(prompt.messages, ask.cache.depth, true))
            markLast(prompt.messages[i], cacheMark(ask.cache));
    }
}

// Signatures of replies and of calls stand in one list beside the words.
void tidyForOpenRouter(OutboundPrompt &prompt, const ChatAsk &ask)
{
    for (ConvertedMessage &message : prompt.messages) {
        Json details = Json::array();
        const auto addDetail = [&](const QString &signature, const QString &id) {
            if (signature.isEmpty())
                return;
            const QString own = u"signature-"_s + QString::number(details.size());
            details.append(Json::object({{u"index"_s, Json(int(details.size()))},
                                         {u"id"_s, Json(id.isEmpty() ? own : id)},
                                         {u"type"_s, Json(u"reasoning.encrypted"_s)},
                                         {u"data"_s, Json(signature)},
                                         {u"format"_s, Json(signatureFormat(ask.model))}}));
        };
        if (ask.options.keepsSignatures)
            addDetail(message.signature, {});
        for (qsizetype i = 0; i < message.toolCalls.size(); ++i) {
            Json call = message.toolCalls.at(i);
            if (!call[u"signature"].isString())
                continue;
            addDetail(call[u"signature"].toText(), call[u"id"].toText());
            call.remove(u"signature");
            message.toolCalls.setAt(i, call);
        }
        if (details.size() > 0)
            message.members = Json::object({{u"reasoning_details"_s, details}});
    }
}

// DeepSeek's first model with eyes takes pictures of users only.
void leaveOutOthersMedia(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const auto isLeftOut = [&](const ContentPart &part) {
        return part.kind == ContentPart::Kind::Media &&
               (!ask.isCompatible() || part.data[u"type"].toText() == u"image_url");
    };
    const auto isSearched = [](const ConvertedMessage &message) {
        return message.isList &&
               (message.speaker == MessageSpeaker::System || message.speaker == MessageSpeaker::Assistant);
    };
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages) {
        if (isSearched(message) && message.parts.removeIf(isLeftOut) > 0)
            changed += message.origins;
    }
    prompt.messages.removeIf(
        [&](const ConvertedMessage &message) { return isSearched(message) && message.parts.isEmpty(); });
    if (!changed.isEmpty())
        prompt.seam.append({SeamRemark::Kind::MediaLeftOut, int(changed.size()), 0, changed});
}

// SillyTavern drops the calls of a message that joins the one in front of it.
std::optional<Rules> processingRules(const ChatAsk &ask, PostProcessing mode)
{
    std::optional<Rules> rules = postProcessingRules(mode, ask.placeholder);
    if (rules)
        rules->keepsLaterCalls = !ask.isCompatible();
    return rules;
}

PostProcessing processingOf(const ChatAsk &ask)
{
    switch (ask.service) {
    case ChatService::Perplexity:
        return PostProcessing::Strict;
    case ChatService::MiniMax:
        return PostProcessing::MergeTools;
    case ChatService::DeepSeek:
        return PostProcessing::SemiTools;
    default:
        return PostProcessing::None;
    }
}

std::optional<Rules> serviceRules(const ChatAsk &ask)
{
    if (asksForResponses(ask))
        return responsesRules(ask);
    switch (ask.service) {
    case ChatService::Claude:
        return claudeRules(ask);
    case ChatService::Gemini:
    case ChatService::Vertex:
        return geminiRules(ask);
    case ChatService::Mistral:
        return mistralRules(ask);
    case ChatService::Cohere:
        return cohereRules(ask);
    case ChatService::Ai21:
        return ai21Rules(ask);
    case ChatService::Xai:
        return xaiRules(ask);
    case ChatService::Ollama:
        return ollamaRules();
    default:
        break;
    }
    std::optional<Rules> rules = processingRules(ask, processingOf(ask));
    // A prompt without any word of the user's has no turn to answer.
    if (ask.service == ChatService::DeepSeek && !ask.isCompatible() &&
        std::ranges::none_of(ask.messages, [](const ConvertedMessage &message) {
            return message.speaker == MessageSpeaker::User;
        }))
        rules->wantsFirstUser = true;
    return rules;
}

bool isToolMessage(const ConvertedMessage &message)
{
    return message.speaker == MessageSpeaker::Tool;
}

// What only this service's messages have beside their texts.
void tidyForService(OutboundPrompt &prompt, const ChatAsk &ask)
{
    if (asksForResponses(ask))
        return;
    switch (ask.service) {
    case ChatService::Mistral:
        tidyForMistral(prompt, ask);
        break;
    case ChatService::DeepSeek:
        tidyForDeepSeek(prompt, ask);
        break;
    case ChatService::Moonshot:
        if (!prompt.messages.isEmpty() && prompt.messages.last().speaker == MessageSpeaker::Assistant &&
            std::ranges::none_of(prompt.messages, isToolMessage))
            prompt.messages.last().members = Json::object({{u"partial"_s, Json(true)}});
        break;
    case ChatService::OpenRouter:
        tidyForOpenRouter(prompt, ask);
        markCaches(prompt, ask);
        break;
    case ChatService::ElectronHub:
        markCaches(prompt, ask);
        break;
    default:
        break;
    }
}

// Claude's rules put it there themselves, and a model that takes none gets none. OpenAI's own models would
// read it as a whole message.
bool takesPrefillMessage(const ChatAsk &ask)
{
    using enum ChatService;
    if (ask.isCompatible() || asksForResponses(ask) || ask.service == Claude || ask.service == OpenAi ||
        ask.service == Azure)
        return false;
    if (ask.service == Gemini || ask.service == Vertex)
        return geminiTraits(ask).takesPrefill;
    if (ask.service == OpenRouter && ask.model.startsWith(u"anthropic/"))
        return claudeTraits(ask).takesPrefill;
    return true;
}

void addPrefillMessage(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const QString &text =
        ask.purpose == ChatAsk::Purpose::Impersonate ? ask.impersonationPrefill : ask.prefill;
    if (ask.purpose == ChatAsk::Purpose::Quiet || ask.purpose == ChatAsk::Purpose::Continue ||
        text.isEmpty() || !takesPrefillMessage(ask))
        return;
    const Source source(SourceKind::PresetText, u"assistant_prefill"_s);
    prompt.messages.append({.speaker = MessageSpeaker::Assistant,
                            .parts = {ContentPart::ofText(TracedText(text, source))},
                            .source = source});
    prompt.seam.append({SeamRemark::Kind::Prefilled, 0, 1, {}});
}

} // namespace

OutboundPrompt outboundPrompt(const ChatAsk &asked)
{
    const ChatAsk ask = settledAsk(asked);
    OutboundPrompt prompt{.messages = ask.messages};
    settleOpaqueParts(prompt, ask);
    if (ask.service == ChatService::DeepSeek && ask.model.toLower().contains(u"vision"))
        leaveOutOthersMedia(prompt, ask);
    if (!openAiTraits(ask).takesSystem) {
        for (ConvertedMessage &message : prompt.messages) {
            if (message.speaker == MessageSpeaker::System)
                message.speaker = MessageSpeaker::User;
        }
    }
    if (const auto rules = processingRules(ask, ask.postProcessing))
        prompt = convertMessages(prompt, *rules, ask.names);
    if (wantsSchemaMessage(ask))
        prompt.messages.append(schemaMessage(ask));
    addPrefillMessage(prompt, ask);
    if (ask.isCompatible())
        prepareAsSillyTavern(prompt, ask);
    if (ask.service == ChatService::Mistral) { // while later system messages are still none of the user's
        nameMessages(prompt, mistralRules(ask), ask.names);
        joinBehindTools(prompt);
    }
    const bool isOwnOrder = ask.isCompatible() && ask.service == ChatService::Cohere;
    if (const auto rules = serviceRules(ask))
        prompt = isOwnOrder && !prompt.messages.isEmpty() ? cohereAsSillyTavern(prompt, ask, *rules)
                                                          : convertMessages(prompt, *rules, ask.names);
    tidyForService(prompt, ask);
    if (ask.isCompatible())
        keepSignatures(prompt, ask);
    return prompt;
}

namespace {

QString serviceAddress(const ChatAsk &ask)
{
    const ServiceOptions &options = ask.options;
    if (!ask.address.isEmpty()) {
        QString address = ask.address;
        while (!ask.isCompatible() && address.endsWith(u'/'))
            address.chop(1);
        return address;
    }
    switch (ask.service) {
    case ChatService::WorkersAi:
        return u"https://api.cloudflare.com/client/v4/accounts/"_s +
               QString::fromLatin1(QUrl::toPercentEncoding(options.account)) + u"/ai/v1"_s;
    case ChatService::Zai:
        if (options.usesOtherEndpoint)
            return u"https://api.z.ai/api/coding/paas/v4"_s;
        break;
    case ChatService::SiliconFlow:
        if (options.usesOtherEndpoint)
            return u"https://api.siliconflow.cn/v1"_s;
        break;
    case ChatService::MiniMax:
        if (options.usesOtherEndpoint)
            return u"https://api.minimaxi.com/v1"_s;
        break;
    case ChatService::Pollinations:
        if (options.usesOtherEndpoint)
            return u"https://text.pollinations.ai/v1"_s;
        break;
    case ChatService::Cohere:
        if (ask.isCompatible())
            return u"https://api.cohere.ai/v2"_s;
        break;
    default:
        break;
    }
    return factsOf(ask.service).address;
}

QList<CallHeader> serviceHeaders(const ChatAsk &ask)
{
    using enum ChatService;
    if (ask.service == Azure)
        return {{"api-key", {}, true}};
    QList<CallHeader> headers{{"authorization", "Bearer ", true}};
    if (ask.service == Pollinations && ask.options.usesOtherEndpoint)
        headers = {{"authorization", "Bearer anonymous"}};
    if (ask.isKeyless)
        headers = ask.isCompatible() ? QList<CallHeader>{{"authorization", "Bearer"}} : QList<CallHeader>{};
    if (ask.service == OpenRouter || ask.service == AimlApi) {
        headers.append(CallHeader{"http-referer", ask.isCompatible() ? "https://sillytavern.app"
                                                                     : "https://github.com/snug-chat"});
        headers.append(CallHeader{"x-title", ask.isCompatible() ? "SillyTavern" : "Snug"});
    } else if (ask.service == Ai21) {
        headers.append(CallHeader{"accept", "application/json"});
    } else if (ask.service == Zai) {
        headers.append(CallHeader{"accept-language", "en-US,en"});
    } else if (ask.service == Fireworks && !ask.options.affinity.isEmpty() &&
               ask.purpose != ChatAsk::Purpose::Quiet) {
        headers.append(CallHeader{"x-session-affinity", ask.options.affinity});
    } else if (ask.service == NanoGpt) {
        if (!ask.options.provider.isEmpty())
            headers.append(CallHeader{"x-provider", ask.options.provider.toUtf8()});
        if (ask.options.paysAsItGoes)
            headers.append(CallHeader{"x-billing-mode", "paygo"});
    }
    return headers;
}

} // namespace

ServiceCall chatCall(const ChatAsk &asked, const OutboundPrompt &prompt)
{
    const ChatAsk ask = settledAsk(asked);
    if (ask.service == ChatService::Claude)
        return claudeCall(ask, prompt);
    if (ask.service == ChatService::Gemini || ask.service == ChatService::Vertex)
        return geminiCall(ask, prompt);
    ServiceCall call;
    const bool isResponses = asksForResponses(ask);
    call.body = isResponses ? responsesBody(ask, prompt) : ownShapedBody(ask, prompt);
    call.headers = serviceHeaders(ask);
    const QString address = serviceAddress(ask);
    if (isResponses) {
        call.address =
            address + (ask.service == ChatService::LlamaCpp ? u"/v1/responses"_s : u"/responses"_s);
    } else if (ask.service == ChatService::Azure) {
        call.address = address + u"/openai/deployments/"_s + ask.options.deployment + u"/chat/completions"_s;
        call.query.append({u"api-version"_s, ask.options.apiVersion});
    } else if (ask.service == ChatService::Cohere) {
        call.address = address + u"/chat"_s;
    } else if (ask.service == ChatService::Ollama) {
        call.address = address + u"/api/chat"_s;
    } else if (ask.service == ChatService::LlamaCpp) {
        call.address = address + u"/v1/chat/completions"_s;
    } else {
        call.address = address + (call.body.contains(u"prompt") ? u"/completions"_s : u"/chat/completions"_s);
    }
    applyExtras(call, ask);
    return call;
}

} // namespace snug
