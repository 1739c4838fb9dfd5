// Anthropic's Messages. https://platform.claude.com/docs/en/api/messages
#include "core/conversion/bodyparts.h"
#include "core/model/whitespace.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int smallestBudget = 1024;
constexpr int usualReply = 4096;                  // where nobody says how long; the service wants a number
constexpr int largestBudgetWithoutStream = 21333; // the vendor's clients refuse longer waits

QString claudePrefill(const ChatAsk &ask)
{
    switch (ask.purpose) {
    case ChatAsk::Purpose::Quiet:
        return {};
    case ChatAsk::Purpose::Impersonate:
        return ask.impersonationPrefill;
    case ChatAsk::Purpose::Continue:
        return ask.continuesPrefill ? QString() : ask.prefill;
    case ChatAsk::Purpose::Reply:
        break;
    }
    return ask.prefill;
}

struct ClaudeThinking
{
    Json thinking = {};  // Undefined = none
    QString effort = {}; // output_config.effort
    int maxTokens = 0;
    bool dropsSamplers = false;
};

QString adaptiveEffort(Effort effort)
{
    switch (effort) {
    case Effort::Auto:
        return {};
    case Effort::Min:
        return u"low"_s;
    default:
        return effortName(effort);
    }
}

int thinkingBudget(const ChatAsk &ask, int maxTokens)
{
    constexpr std::array shares{0.0, 0.0, 0.10, 0.25, 0.50, 0.95};
    int budget = ask.effort == Effort::Min ? smallestBudget
                                           : int(std::floor(maxTokens * shares[std::size_t(ask.effort)]));
    budget = std::max(budget, smallestBudget);
    return ask.streams ? budget : std::min(budget, largestBudgetWithoutStream);
}

ClaudeThinking claudeThinking(const ChatAsk &ask, const ClaudeTraits &traits)
{
    ClaudeThinking result{.maxTokens = ask.maxTokens};
    if (!traits.thinks)
        return result;
    using enum ClaudeTraits::ThinkingOff;
    if (ask.turnsThinkingOff && !ask.isCompatible() && traits.thinkingOff != Never) {
        if (traits.thinkingOff == Disabled)
            result.thinking = Json::object({{u"type"_s, Json(u"disabled"_s)}});
        else if (traits.thinkingOff == BetweenTools)
            result.thinking = Json::object({{u"type"_s, Json(u"between_tools"_s)}});
        return result;
    }
    if (traits.thinksAdaptively) {
        result.effort = adaptiveEffort(ask.effort);
        const bool isAsked = !result.effort.isEmpty() || (traits.thinksUnasked && ask.showsThoughts);
        if (!isAsked)
            return result;
        result.thinking = Json::object({{u"type"_s, Json(u"adaptive"_s)}});
        if (!traits.takesSamplers && ask.showsThoughts)
            result.thinking.set(u"display"_s, Json(u"summarized"_s));
        result.dropsSamplers = !ask.isCompatible(); // 4.6 takes them, but not while it thinks
        return result;
    }
    if (ask.effort == Effort::Auto)
        return result;
    if (result.maxTokens <= 0 && !ask.isCompatible())
        result.maxTokens = usualReply;
    const int budget = thinkingBudget(ask, result.maxTokens);
    if (result.maxTokens <= smallestBudget)
        result.maxTokens += smallestBudget;
    result.thinking = Json::object({{u"type"_s, Json(u"enabled"_s)}, {u"budget_tokens"_s, Json(budget)}});
    result.dropsSamplers = true;
    return result;
}

Json imageBlock(const ContentPart &part, bool isCompatible)
{
    const QString url = part.data[u"image_url"][u"url"].toText();
    Json source;
    if (!isCompatible && !url.startsWith(u"data:")) {
        source = Json::object({{u"type"_s, Json(u"url"_s)}, {u"url"_s, Json(url)}});
    } else {
        const qsizetype colon = url.indexOf(u':');
        const qsizetype semicolon = url.indexOf(u';');
        source = Json::object({{u"type"_s, Json(u"base64"_s)}});
        const QString type = colon >= 0 && semicolon > colon ? url.sliced(colon + 1, semicolon - colon - 1)
                                                             : url.section(u';', 0, 0).section(u':', 1, 1);
        source.set(u"media_type"_s, Json(type));
        if (const qsizetype comma = url.indexOf(u','); comma >= 0)
            source.set(u"data"_s, Json(url.sliced(comma + 1)));
    }
    return Json::object({{u"type"_s, Json(u"image"_s)}, {u"source"_s, source}});
}

Json claudeBlock(const ContentPart &part, const ChatAsk &ask)
{
    switch (part.kind) {
    case ContentPart::Kind::Media:
        return imageBlock(part, ask.isCompatible());
    case ContentPart::Kind::ToolCall:
        return Json::object({{u"type"_s, Json(u"tool_use"_s)},
                             {u"id"_s, part.data[u"id"]},
                             {u"name"_s, part.data[u"name"]},
                             {u"input"_s, callArguments(part, ask)}});
    case ContentPart::Kind::ToolResult:
        return Json::object({{u"type"_s, Json(u"tool_result"_s)},
                             {u"tool_use_id"_s, part.data[u"id"]},
                             {u"content"_s, Json(part.text.text())}});
    case ContentPart::Kind::Opaque:
    case ContentPart::Kind::Other:
        return part.data;
    case ContentPart::Kind::Text:
        break;
    }
    return Json::object({{u"type"_s, Json(u"text"_s)}, {u"text"_s, Json(part.text.text())}});
}

// With the cache mark on the last of them.
Json claudeBlocks(const QList<ContentPart> &parts, const ChatAsk &ask, bool isMarked)
{
    Json list = Json::array();
    for (const ContentPart &part : parts)
        list.append(claudeBlock(part, ask));
    if (isMarked && list.size() > 0) {
        Json last = list.at(list.size() - 1);
        last.set(u"cache_control"_s, cacheMark(ask.cache));
        list.setAt(list.size() - 1, last);
    }
    return list;
}

Json claudeMessages(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    QList<ConvertedMessage> spoken = prompt.messages;
    // SillyTavern marks before the beginning of a reply becomes the user's.
    if (ask.isCompatible() && !prompt.seam.isEmpty() &&
        prompt.seam.last().kind == SeamRemark::Kind::PrefillBecameUser)
        spoken.last().speaker = MessageSpeaker::Assistant;
    const QList<qsizetype> marked = cachedMessages(spoken, ask.cache.depth, false);
    Json list = Json::array();
    for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
        const ConvertedMessage &message = prompt.messages.at(i);
        Json object = Json::object({{u"role"_s, Json(speakerName(message.speaker))},
                                    {u"content"_s, claudeBlocks(message.parts, ask, marked.contains(i))}});
        for (const Json::Member &member : message.members.members())
            object.set(member.key, member.value);
        list.append(object);
    }
    return list;
}

void setSamplers(Json &body, const ChatAsk &ask, const ClaudeTraits &traits, bool isDropped)
{
    if (isDropped || !traits.takesSamplers)
        return;
    const SamplerValues &samplers = ask.samplers;
    const bool hasTopP = samplers.topP && *samplers.topP < 1;
    if (!(traits.takesOneSampler && hasTopP))
        setNumber(body, u"temperature"_s, samplers.temperature);
    if (!(traits.takesOneSampler && !hasTopP))
        setNumber(body, u"top_p"_s, samplers.topP);
}

void setTools(Json &body, const ChatAsk &ask, const ClaudeTraits &traits)
{
    Json tools = Json::array();
    if (hasTools(ask)) {
        const QList<Json> offered = ask.tools.items();
        for (const Json &tool : offered) {
            const Json function = tool[u"function"];
            Json object = Json::object({{u"name"_s, function[u"name"]}});
            if (!function[u"description"].isUndefined())
                object.set(u"description"_s, function[u"description"]);
            object.set(u"input_schema"_s, flatSchema(function[u"parameters"], false));
            tools.append(object);
        }
        body.set(u"tool_choice"_s, Json::object({{u"type"_s, ask.toolChoice}}));
    }
    if (ask.cache.system && tools.size() > 0) {
        Json last = tools.at(tools.size() - 1);
        last.set(u"cache_control"_s, cacheMark(ask.cache));
        tools.setAt(tools.size() - 1, last);
    }
    if (!ask.schema.isUndefined()) {
        const Json schema = flatSchema(ask.schema[u"value"], false);
        const bool asFormat = traits.takesSchema && (ask.isCompatible() || !traits.takesForcedTool ||
                                                     ask.effort != Effort::Auto || traits.thinksUnasked);
        if (asFormat) {
            const Json format = Json::object({{u"type"_s, Json(u"json_schema"_s)}, {u"schema"_s, schema}});
            body.set(u"output_config"_s, Json::object({{u"format"_s, format}}));
        } else {
            Json tool = Json::object({{u"name"_s, ask.schema[u"name"]}});
            const QString description = ask.schema[u"description"].toText();
            tool.set(u"description"_s,
                     Json(description.isEmpty() ? u"Well-formed JSON object"_s : description));
            tool.set(u"input_schema"_s, schema);
            tools.append(tool);
            body.set(u"tool_choice"_s,
                     Json::object({{u"type"_s, Json(u"tool"_s)}, {u"name"_s, ask.schema[u"name"]}}));
        }
    }
    if (ask.searchesWeb && traits.takesWebSearch) {
        Json withSearch = Json::array({Json::object(
            {{u"type"_s, Json(u"web_search_20250305"_s)}, {u"name"_s, Json(u"web_search"_s)}})});
        const QList<Json> others = tools.items();
        for (const Json &tool : others)
            withSearch.append(tool);
        tools = withSearch;
    }
    if (tools.size() > 0)
        body.set(u"tools"_s, tools);
}

QByteArray betaHeader(const ChatAsk &ask, bool hasVerbosity)
{
    QByteArray beta = "output-128k-2025-02-19,context-1m-2025-08-07";
    if (hasTools(ask))
        beta += ",tools-2024-05-16";
    if (ask.cache.system || ask.cache.depth >= 0)
        beta += ",prompt-caching-2024-07-31,extended-cache-ttl-2025-04-11";
    if (hasVerbosity)
        beta += ",effort-2025-11-24";
    return beta;
}

} // namespace

bool asksClaudeToThink(const ChatAsk &ask)
{
    const Json thinking = claudeThinking(ask, claudeTraits(ask)).thinking;
    return !thinking.isUndefined() && thinking[u"type"].toText() != u"disabled";
}

MessageRules claudeRules(const ChatAsk &ask)
{
    const ClaudeTraits traits = claudeTraits(ask);
    const bool isThinking = asksClaudeToThink(ask);
    MessageRules rules{.laterSystem = MessageRules::LaterSystem::User,
                       .names = ask.isCompatible() ? MessageRules::Names::PrefixRepeated
                                                   : MessageRules::Names::Prefix,
                       .merging = MessageRules::Merging::Parts,
                       .namesExamples = true,
                       .namesSystem = false,
                       .namesEveryText = ask.isCompatible(),
                       .removesNames = true,
                       .placeholderIfEmpty = ask.usesSystemText || !ask.isCompatible(),
                       .toolsAreParts = true,
                       .movesAssistantMedia = true,
                       .leavesTurnForMedia = ask.isCompatible(),
                       .dropsEmpty = !ask.isCompatible(),
                       .fillsEmptyTexts = ask.isCompatible(),
                       .trimsLast = !ask.isCompatible(),
                       .toolsAreText = !hasTools(ask),
                       .picturesOnly = !ask.isCompatible(),
                       .prefill = claudePrefill(ask),
                       .placeholder = ask.placeholder};
    if (ask.usesSystemText)
        rules.leadingSystem = MessageRules::LeadingSystem::Hoist;
    if (!traits.takesPrefill || isThinking) {
        rules.trailing = ask.isCompatible() ? MessageRules::Trailing::User : MessageRules::Trailing::Instruct;
        if (!ask.isCompatible())
            rules.prefill.clear(); // the chat's own last message stays, a wish for the next one cannot
    }
    return rules;
}

ServiceCall claudeCall(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const ClaudeTraits traits = claudeTraits(ask);
    const ClaudeThinking thinking = claudeThinking(ask, traits);
    Json body = Json::object({{u"model"_s, Json(ask.model)}});
    if (ask.usesSystemText && (ask.isCompatible() || !prompt.system.isEmpty()))
        body.set(u"system"_s, claudeBlocks(prompt.system, ask, ask.cache.system));
    body.set(u"messages"_s, claudeMessages(ask, prompt));
    body.set(u"max_tokens"_s, Json(thinking.maxTokens > 0 ? thinking.maxTokens : usualReply));
    Json stops = Json::array();
    for (const QString &text : ask.stop) {
        if (ask.isCompatible() || !isBlank(text))
            stops.append(Json(text));
    }
    if (ask.isCompatible() || stops.size() > 0)
        body.set(u"stop_sequences"_s, stops);
    setSamplers(body, ask, traits, thinking.dropsSamplers);
    const bool keepsTopK = traits.takesSamplers && thinking.thinking.isUndefined();
    if (keepsTopK && ask.samplers.topK && (ask.isCompatible() || *ask.samplers.topK > 0))
        setNumber(body, u"top_k"_s, ask.samplers.topK);
    body.set(u"stream"_s, Json(ask.streams));
    setTools(body, ask, traits);
    if (!thinking.thinking.isUndefined())
        body.set(u"thinking"_s, thinking.thinking);
    const bool hasVerbosity =
        thinking.effort.isEmpty() && traits.takesVerbosity && ask.verbosity != Verbosity::Auto;
    const QString effort = hasVerbosity ? verbosityName(ask.verbosity) : thinking.effort;
    if (!effort.isEmpty()) {
        Json config = body[u"output_config"].isObject() ? body[u"output_config"] : Json::object();
        config.set(u"effort"_s, Json(effort));
        body.set(u"output_config"_s, config);
    }
    ServiceCall call;
    call.address = (ask.address.isEmpty() ? factsOf(ask.service).address : ask.address) + u"/messages"_s;
    call.headers = {{"x-api-key", {}, true}, {"anthropic-version", "2023-06-01"}};
    if (ask.isCompatible())
        call.headers.append(CallHeader{"anthropic-beta", betaHeader(ask, hasVerbosity)});
    call.body = body;
    return call;
}

} // namespace snug
